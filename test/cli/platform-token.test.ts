import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { digest } from '../../src/secrets.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { runParley } from '../support/parley.ts';
import { withRows } from '../support/database/rows.ts';

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

const platformToken = (...args: string[]) => runParley(['platform-token', ...args], place);

describe('parley platform-token', () => {
  it('makes a token, lists it and revokes it', async () => {
    const created = JSON.parse((await platformToken('create', '--name', 'provisioning', '--json')).stdout);
    const listed = JSON.parse((await platformToken('list', '--json')).stdout);
    const stored = await tokens();
    const revoked = await platformToken('revoke', String(created.id), '--json');

    expect(created).toEqual({ id: expect.any(Number), name: 'provisioning', token: expect.any(String) });
    expect(listed).toEqual([
      { id: created.id, name: 'provisioning', created_at: expect.stringMatching(/^\d{4}-.*Z$/), last_used_at: null },
    ]);
    expect(stored).toMatchObject([{ owner_type: 'PlatformApp', owner_id: created.id, digest: digest(created.token) }]);
    expect(JSON.parse(revoked.stdout)).toEqual({ id: created.id, name: 'provisioning', revoked: true });
    expect(await tokens()).toEqual([]);
    expect(JSON.parse((await platformToken('list', '--json')).stdout)).toEqual([]);
  });

  it('says the same for people', async () => {
    const created = await platformToken('create', '--name', 'billing');
    const listed = await platformToken('list');
    const id = /Platform token (\d+), billing/.exec(created.stdout)?.[1];
    const revoked = await platformToken('revoke', id ?? '');
    const empty = await platformToken('list');

    expect(created.stdout).toMatch(/Token +\S{32}/);
    expect(listed.stdout).toMatch(/billing +made \d{4}-\S+, used never/);
    expect(revoked.stdout).toBe(`Revoked platform token ${id}, billing.\n`);
    expect(empty.stdout).toBe('There is no platform token.\n');
  });

  it.each([
    [['revoke', '999'], 1, 'Platform token not found'],
    [['revoke', 'one'], 2, 'must be a number'],
    [['revoke'], 2, "missing required argument 'id'"],
    [['create', '--name', ''], 2, "--name can't be blank"],
    [['create'], 2, "required option '--name <name>'"],
  ])('answers %j with exit code %i and one line', async (args, exitCode, line) => {
    const { code, stdout, stderr } = await platformToken(...args);

    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toContain(line);
    expect(stderr.split('\n')).toHaveLength(2);
  });
});

function tokens() {
  return withRows(place, (rows) => rows.selectFrom('access_tokens').selectAll().execute());
}
