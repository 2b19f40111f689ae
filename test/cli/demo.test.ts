import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenPlace, givenUnmigratedPlace, type Place } from '../support/database.ts';
import { withRows } from '../support/database/rows.ts';
import { givenAccountIn } from '../support/account-in.ts';
import { runParley, serveParley } from '../support/parley.ts';

const demo = (place: Place, ...args: string[]) => runParley(['demo', ...args], place);

describe('parley demo', () => {
  let place: Place;
  beforeAll(async () => {
    place = await givenUnmigratedPlace();
  });
  afterAll(() => place.remove());

  it('begins an installation with a member, a website, three conversations and a help centre, and prints where they are', async () => {
    const { code, stdout } = await demo(place, '--json');
    const made = JSON.parse(stdout);
    const served = await serveParley(place);
    const at = (address: string) => fetch(address.replace('http://127.0.0.1:3000', served.url));
    const conversations = await fetch(`${served.url}/api/v1/accounts/${made.account.id}/conversations`, {
      headers: { api_access_token: made.access_token },
    });
    const { data } = (await conversations.json()) as { data: { payload: { contact: { name: string } }[] } };
    const pages = await Promise.all([made.widget, made.help_centre, made.docs].map(at));
    const signedIn = await fetch(`${served.url}/auth/sign_in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: made.user.email, password: made.password }),
    });
    await served.stop();

    expect(code).toBe(0);
    expect(data.payload.map(({ contact }) => contact.name)).toEqual(['Mei Tanaka', 'Tom Weber', 'Carla Contact']);
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await pages[1]!.text()).toContain('How long does delivery take?');
    expect(signedIn.status).toBe(200);
  });

  it('prints the same addresses when it is called again, and what to do next', async () => {
    const again = JSON.parse((await demo(place, '--json')).stdout);
    const { code, stdout } = await demo(place);

    expect(Object.keys(again)).toEqual(['account', 'user', 'widget', 'help_centre', 'docs']);
    expect([code, stdout]).toEqual([0, expect.stringContaining(again.widget)]);
    expect(stdout).toContain('parley demo --remove');
    expect(stdout).toContain(`/api/v1/accounts/${again.account.id}/conversations`);
    expect(await withRows(place, (rows) => rows.selectFrom('accounts').select('id').execute())).toHaveLength(1);
  });

  it('prints the address at which the server listens, while it does', async () => {
    const served = await serveParley(place);
    const during = JSON.parse((await demo(place, '--json')).stdout);
    await served.stop();
    const after = JSON.parse((await demo(place, '--json')).stdout);

    expect(during.widget.startsWith(`${served.url}/`)).toBe(true);
    expect(after.widget).toMatch(/^http:\/\/127\.0\.0\.1:3000\//);
  });

  it('is removed with its person, and can be made again', async () => {
    const { code } = await demo(place, '--remove');
    const left = await withRows(place, async (rows) => [
      await rows.selectFrom('users').select('id').execute(),
      await rows.selectFrom('conversations').select('id').execute(),
      await rows.selectFrom('contacts').select('id').execute(),
      await rows.selectFrom('portals').select('id').execute(),
    ]);
    const none = await demo(place, '--remove');
    const made = JSON.parse((await demo(place, '--json')).stdout);

    expect(code).toBe(0);
    expect(left).toEqual([[], [], [], []]);
    expect(none.stdout).toBe('There is no demo.\n');
    expect(made.password).toEqual(expect.any(String));
  });
});

describe('beside other accounts, parley demo', () => {
  it('is made only when it is asked for, and removes nothing of theirs', async () => {
    const place = await givenPlace();
    const { id } = await givenAccountIn(place);

    const refused = await demo(place);
    const made = await demo(place, '--beside-others');
    const removed = await demo(place, '--remove');
    const left = await withRows(place, (rows) =>
      rows.selectFrom('accounts').where('deleted_at', 'is', null).select('id').execute(),
    );
    await place.remove();

    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--beside-others makes the demo')]);
    expect([made.code, removed.code]).toEqual([0, 0]);
    expect(left).toEqual([{ id }]);
  });
});
