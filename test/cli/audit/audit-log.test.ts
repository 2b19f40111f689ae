import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { userInfo } from 'node:os';
import { givenAccountIn } from '../../support/account-in.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { withRows } from '../../support/database/rows.ts';
import { type Finished, runParley, type Served, serveParley } from '../../support/parley.ts';

let place: Place;
let account: { id: number; token: string };
let server: Served;
beforeAll(async () => {
  place = await givenPlace();
  account = await givenAccountIn(place, 'ada@example.com');
  server = await serveParley(place);
  await call('POST', '/labels', { title: 'vip', description: 'long '.repeat(30) });
  await call('POST', '/webhooks', { url: `https://hooks.example.com/${'long/'.repeat(40)}` });
});
afterAll(async () => {
  await server.stop();
  await place.remove();
});

async function call(method: string, below: string, body: object) {
  const response = await fetch(`${server.url}/api/v1/accounts/${account.id}${below}`, {
    method,
    headers: { 'content-type': 'application/json', api_access_token: account.token },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
}

const run = (args: string[], env = {}, input = '') => runParley(args, place, env, input);
const parsed = ({ stdout, stderr, code }: Finished) => {
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};
const log = async (...args: string[]) => parsed(await run(['audit-log', '--json', ...args]));

describe('parley audit-log', () => {
  it('shows who changed what, the newest first, within the width of a terminal', async () => {
    const { code, stdout } = await run(['audit-log', '--account', String(account.id), '--type', 'Label']);

    expect(code).toBe(0);
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ  create Label \d+  account \d+$/),
      '  by ada@example.com from 127.0.0.1',
      `  account_id: ${account.id}`,
    ]);
    expect(stdout).toContain('  title: vip\n');
    const whole = await run(['audit-log', '--account', String(account.id)]);
    expect(Math.max(...whole.stdout.split('\n').map(({ length }) => length))).toBe(80);
    expect(whole.stdout.indexOf('create Webhook')).toBeLessThan(whole.stdout.indexOf('create Label'));
  });

  it('chooses by user, type, time and number', async () => {
    const own = ['--account', String(account.id)];

    const byAda = await log(...own, '--user', 'ADA@example.com');
    const newest = await log(...own, '--limit', '1', '--user', 'ada@example.com');

    expect(byAda.map(({ auditable_type: type }: { auditable_type: string }) => type)).toEqual(['Webhook', 'Label']);
    expect(newest).toEqual([byAda[0]]);
    expect(await log(...own, '--user', 'eve@example.com')).toEqual([]);
    expect(await log(...own, '--since', '2099-01-01')).toEqual([]);
  });

  it('names the user of the machine, and the command, of what the command line does', async () => {
    await run(['users', 'reset-password', 'ada@example.com', '--password-stdin'], {}, 'Sunny-day-1\n');
    await run(['users', 'token', 'ada@example.com', '--name', 'Rescue'], { SUDO_USER: 'grace' });

    const [token, password] = await log('--account', String(account.id), '--limit', '2');

    const nobody = { user_id: null, user_type: 'CommandLine', remote_address: null, request_uuid: null };
    expect(token).toMatchObject({ ...nobody, username: 'grace', comment: 'parley users token' });
    expect(token).toMatchObject({ auditable_type: 'AccessToken', audited_changes: { digest: '[redacted]' } });
    expect(password).toMatchObject({
      ...nobody,
      username: userInfo().username,
      comment: 'parley users reset-password',
      auditable_type: 'User',
      action: 'update',
    });
    const inWords = await run(['audit-log', '--account', String(account.id), '--limit', '1']);
    expect(inWords.stdout).toContain('  by grace, parley users token\n');
  });

  it('chooses by a name outside of ASCII, in the letter case that it has', async () => {
    await run(['users', 'token', 'ada@example.com', '--name', 'Rescue'], { SUDO_USER: 'Ärger' });

    const [entry] = await log('--account', String(account.id), '--user', 'Ärger');

    expect(entry).toMatchObject({ username: 'Ärger' });
  });

  it('writes nothing that a terminal would obey', async () => {
    const control = '\u001B[2J\u009B31m';
    await run(['users', 'token', 'ada@example.com', '--name', `Rescue${control}`], { SUDO_USER: `eve${control}` });
    const { stdout } = await run(['audit-log', '--account', String(account.id), '--limit', '1']);

    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(stdout).toContain('  by eve [2J 31m, parley users token\n');
  });

  it('shows what is about the installation without an account', async () => {
    await run(['platform-token', 'create', '--name', 'Billing']);

    const [token, app] = await log('--limit', '2');

    expect([token.auditable_type, app.auditable_type, app.associated_id]).toEqual(['AccessToken', 'PlatformApp', null]);
  });

  it('answers for an account that there is not with one line', async () => {
    const { code, stdout, stderr } = await run(['audit-log', '--account', '999999']);

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Account not found');
  });
});

describe('entries older than audit_log.keep_days', () => {
  const old = () =>
    withRows(place, async (rows) => {
      const { id } = await rows
        .insertInto('audit_logs')
        .values({
          account_id: account.id,
          auditable_type: 'Label',
          auditable_id: 1,
          version: 1,
          action: 'create',
          changes: '{}' as never,
          created_at: new Date(Date.now() - 366 * 86_400_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    });
  const ids = async () => (await log('--account', String(account.id))).map(({ id }: { id: number }) => id) as number[];

  it('go by parley prune, which says so first', async () => {
    const id = await old();

    const dry = await run(['prune', '--dry-run']);
    const before = await ids();
    const { audit_log_entries: removed } = parsed(await run(['prune', '--json']));

    expect(dry.stdout).toBe('This would be removed:\nthe audit log: 1 row\n');
    expect([before.includes(id), removed, (await ids()).includes(id)]).toEqual([true, 1, false]);
    expect((await ids()).length).toBe(before.length - 1);
    const [entry] = await log('--type', 'AuditLog');
    expect(entry).toMatchObject({ action: 'destroy', audited_changes: { count: 1 }, comment: 'parley prune' });
  });

  it('are not the only ones to go, and the log of the account tells what has gone', async () => {
    await withRows(place, (rows) =>
      rows
        .insertInto('contacts')
        .values({
          account_id: account.id,
          name: 'Old',
          additional_attributes: '{}' as never,
          custom_attributes: '{}' as never,
          created_at: new Date(0),
          updated_at: new Date(0),
        })
        .execute(),
    );

    await run(['prune', '--account', String(account.id), '--older-than', '30']);
    await run(['prune', '--account', String(account.id), '--older-than', '30']);

    const entries = await log('--account', String(account.id), '--type', 'Pruning');
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ action: 'destroy', auditable_id: null, comment: 'parley prune' });
    expect(entries[0].audited_changes).toMatchObject({ contacts: { count: 1 }, conversations: { count: 0 } });
  });

  it('go each night', async () => {
    const id = await old();

    await run(['jobs', 'run', 'forget-audit-log']);

    expect(await ids()).not.toContain(id);
  });

  it('stay where it is 0', async () => {
    const id = await old();

    await run(['jobs', 'run', 'forget-audit-log'], { PARLEY_AUDIT_LOG_KEEP_DAYS: '0' });

    expect(await ids()).toContain(id);
  });
});
