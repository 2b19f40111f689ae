import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { closeSockets, givenListener } from '../../support/cable/bare-socket.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenAgent, givenContact, type TestAccount } from '../../support/factories.ts';
import { givenPlatform, grant, type Platform } from '../../support/platform/platform.ts';

let test: TestApp;
let platform: Platform;
beforeAll(async () => {
  test = await givenApp();
  platform = await givenPlatform(test);
});
afterEach(closeSockets);
afterAll(() => test.stop());

type Entry = { action: string; auditable_type: string; audited_changes: Record<string, unknown> };

/** The entries of the account's log, the newest first. */
async function logOf(account: TestAccount): Promise<Entry[]> {
  const { body } = await account.call('GET', '/audit_logs?per_page=100');
  return body.audit_logs;
}

const told = (entries: Entry[]) => entries.map(({ action, auditable_type: type }) => `${action} ${type}`);
const newEmail = () => `${crypto.randomUUID()}@example.com`;
const PASSWORD = 'Analytical-Engine-1843';

/** A user of no account, with a token. */
async function givenPerson() {
  const email = newEmail();
  const { body } = await platform.call('POST', '/users', { name: 'Grace', email, password: PASSWORD });
  return { id: body.id as number, email, token: body.access_token as string };
}

describe('the audit log of an account', () => {
  it('has nothing of a user who has not accepted its invitation', async () => {
    const account = await givenAccount(test);
    const { id, email, token } = await givenPerson();
    await account.call('POST', '/agents', { email, name: 'Grace' });
    await test.request('POST', '/auth/sign_in', { body: { email, password: PASSWORD } });
    await test.request('POST', '/api/v1/profile/access_tokens', { token, body: { name: 'Report' } });
    const pending = told(await logOf(account));

    await test.request('GET', `${account.path}/labels`, { token });
    await test.request('PATCH', '/api/v1/profile', { token, body: { display_name: 'Amazing' } });

    expect(pending).toEqual(['create AccountUser']);
    expect(told(await logOf(account))).toEqual(['update User', 'update AccountUser', 'create AccountUser']);
    const entries = test.rows().selectFrom('audit_logs').select('auditable_type as type').where('user_id', '=', id);
    const ofInstallation = await entries.where('account_id', 'is', null).orderBy('id').execute();
    expect(ofInstallation.map(({ type }) => type)).toEqual(['User', 'AccessToken']);
  });

  it('does not tell whether somebody who is invited, renamed and removed again was a user before', async () => {
    const account = await givenAccount(test);
    const logs = [];
    for (const email of [newEmail(), (await givenPerson()).email]) {
      const before = (await logOf(account)).length;
      const { body: agent } = await account.call('POST', '/agents', { email, name: 'Grace' });
      const renamed = await account.call('PATCH', `/agents/${agent.id}`, { name: 'Grace Hopper' });
      const removed = await account.call('DELETE', `/agents/${agent.id}`);
      expect([renamed.status, removed.status]).toEqual([200, 200]);
      const entries = await logOf(account);
      logs.push(told(entries.slice(0, entries.length - before)));
    }

    expect(logs[0]).toEqual(logs[1]);
    expect(logs[0]).toEqual(['destroy AccountUser', 'update AccountUser', 'create AccountUser']);
  });

  it('has an invitation that is accepted at a socket', async () => {
    const account = await givenAccount(test);
    const user = await givenAgent(test, account);
    const invited = test.rows().updateTable('account_users').where('user_id', '=', user.id);
    await invited.set({ invited_email: user.email }).execute();

    await givenListener(test, account, user);

    const [entry] = await logOf(account);
    expect(entry).toMatchObject({
      action: 'update',
      auditable_type: 'AccountUser',
      user_id: user.id,
      username: user.email,
      remote_address: '127.0.0.1',
      audited_changes: { invited_email: [user.email, null] },
    });
  });

  it('keeps what it says of members when a contact with the same address is erased', async () => {
    const account = await givenAccount(test);
    const email = newEmail();
    await account.call('POST', '/agents', { email, name: 'Grace' });
    await account.call('POST', '/canned_responses', { short_code: 'hi', content: `Write to ${email}` });
    const contact = await givenContact(account, { name: 'Grace', email });

    const { body: erasure } = await account.call('POST', `/contacts/${contact.id}/erase`);
    await eventually(
      () => account.call('GET', `/erasures/${erasure.id}`),
      ({ body }) => body.status === 'done',
    );

    const entries = await logOf(account);
    const of = (type: string) => entries.find(({ auditable_type: each }) => each === type)?.audited_changes;
    expect(of('AccountUser')).toMatchObject({ invited_email: email, role: 'agent' });
    expect(of('CannedResponse')).toEqual({});
  });
});

describe('a bot that a program moves to another account', () => {
  it('is told of in both, where its changes are counted each for themselves', async () => {
    const [from, to] = [await givenAccount(test), await givenAccount(test)];
    await grant(test, platform, 'Account', from.id, to.id);
    const { body: bot } = await platform.call('POST', '/agent_bots', { name: 'Bo', account_id: from.id });

    const moved = await platform.call('PATCH', `/agent_bots/${bot.id}`, { account_id: to.id });

    expect(moved.body.account_id).toBe(to.id);
    const entry = { action: 'update', auditable_type: 'AgentBot', audited_changes: { account_id: [from.id, to.id] } };
    const [[left], [arrived]] = [await logOf(from), await logOf(to)];
    expect(left).toMatchObject({ ...entry, version: 2 });
    expect(arrived).toMatchObject({ ...entry, version: 1 });
  });
});
