import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { givenApp, type TestApp } from '../../support/app.ts';
import {
  givenAccount,
  givenAgent,
  givenContact,
  givenConversation,
  givenInbox,
  givenPlatformToken,
  givenTeam,
  type TestAccount,
} from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const PASSWORD = 'Analytical-Engine-1843';

/** The entries of the account's log, the newest first; `query` begins with "?". */
async function logOf(account: TestAccount, query = '?per_page=100') {
  const { status, body } = await account.call('GET', `/audit_logs${query}`);
  expect(status).toBe(200);
  return body.audit_logs;
}

/** What was done to what, the newest first. */
const told = (entries: { action: string; auditable_type: string; auditable_id: number | null }[]) =>
  entries.map(({ action, auditable_type: type, auditable_id: id }) => [action, type, id]);

async function signIn(email: string) {
  const { headers } = await test.request('POST', '/auth/sign_in', { body: { email, password: PASSWORD } });
  return Object.fromEntries(['access-token', 'client', 'uid'].map((name) => [name, headers.get(name) ?? '']));
}

/** A user of no account with a password, made by a program. */
async function givenPerson(platform: string, email = `${crypto.randomUUID()}@example.com`) {
  const { body } = await test.request('POST', '/platform/api/v1/users', {
    token: platform,
    body: { name: 'Grace', email, password: PASSWORD },
  });
  return { id: body.id as number, email, token: body.access_token as string };
}

describe('GET /audit_logs', () => {
  it('has what was created, changed and deleted, by which user, from where and by which request', async () => {
    const account = await givenAccount(test);
    const url = 'https://hooks.example.com/a';
    const headers = { 'X-Request-Id': `made-${account.id}` };

    const { body: webhook } = await account.call('POST', '/webhooks', { url }, { headers });
    await account.call('PATCH', `/webhooks/${webhook.id}`, { name: 'Archive' });
    await account.call('DELETE', `/webhooks/${webhook.id}`);

    const { body } = await account.call('GET', '/audit_logs');
    expect(body).toMatchObject({ per_page: 25, total_entries: 3, current_page: 1 });
    const [destroyed, updated, created] = body.audit_logs;
    expect(created).toEqual({
      id: expect.any(Number),
      auditable_id: webhook.id,
      auditable_type: 'Webhook',
      auditable: null,
      associated_id: account.id,
      associated_type: 'Account',
      user_id: account.administrator.id,
      user_type: 'User',
      username: account.administrator.email,
      action: 'create',
      audited_changes: expect.objectContaining({ url, name: null, sealed_secret: '[redacted]', disabled_at: null }),
      version: 1,
      comment: null,
      request_uuid: `made-${account.id}`,
      created_at: expect.any(Number),
      remote_address: '127.0.0.1',
    });
    expect(updated).toMatchObject({ action: 'update', version: 2, audited_changes: { name: [null, 'Archive'] } });
    expect(Object.keys(updated.audited_changes)).toEqual(['name']);
    expect(destroyed).toMatchObject({ action: 'destroy', version: 3 });
    expect(destroyed.audited_changes).toMatchObject({ url, name: 'Archive' });
  });

  it('shows what is there still', async () => {
    const account = await givenAccount(test);
    const team = await givenTeam(account);
    const agent = await account.call('POST', '/agents', { email: `${crypto.randomUUID()}@example.com`, name: 'Gus' });

    const entries = await logOf(account);

    const of = (type: string) => entries.find((entry: { auditable_type: string }) => entry.auditable_type === type);
    expect(of('Team').auditable).toEqual({ id: team.id, name: team.name });
    expect(of('AccountUser').auditable).toMatchObject({ user_id: agent.body.id, role: 'agent' });
  });

  it('tells who became a member of what', async () => {
    const account = await givenAccount(test);
    const [gus, eve] = [await givenAgent(test, account), await givenAgent(test, account)];
    const inbox = await givenInbox(account);
    const set = (...ids: number[]) => account.call('PATCH', '/inbox_members', { inbox_id: inbox.id, user_ids: ids });
    await set(gus.id);
    await set(eve.id);

    const entries = await logOf(account);

    const members = entries.filter((entry: { auditable_type: string }) => entry.auditable_type === 'InboxMember');
    expect(
      members
        .slice(0, 2)
        .map((entry: { action: string; audited_changes: { user_id: number } }) => [
          entry.action,
          entry.audited_changes.user_id,
        ])
        .toSorted(),
    ).toEqual([
      ['create', eve.id],
      ['destroy', gus.id],
    ]);
  });

  it('is in pages, and chosen by user, type, thing, action and time', async () => {
    const account = await givenAccount(test);
    const other = await givenAgent(test, account);
    await test
      .rows()
      .updateTable('account_users')
      .set({ role: 'administrator' })
      .where('user_id', '=', other.id)
      .execute();
    const label = await account.call('POST', '/labels', { title: 'vip' });
    await account.call('PATCH', `/labels/${label.body.id}`, { color: '#112233' }, { token: other.token });
    await account.call('POST', '/labels', { title: 'gold' });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

    expect(told(await logOf(account, '?per_page=1&page=3'))).toEqual([['create', 'Label', label.body.id]]);
    expect(told(await logOf(account, `?user_id=${other.id}`))).toEqual([['update', 'Label', label.body.id]]);
    expect(told(await logOf(account, `?auditable_type=Label&auditable_id=${label.body.id}&action=create`))).toEqual([
      ['create', 'Label', label.body.id],
    ]);
    expect(await logOf(account, '?auditable_type=Webhook')).toEqual([]);
    expect(await logOf(account, `?since=${tomorrow}`)).toEqual([]);
    expect(await logOf(account, `?until=${tomorrow}`)).toHaveLength(3);
    const { body } = await account.call('GET', '/audit_logs?per_page=1&action=create');
    expect([body.total_entries, body.audit_logs.length]).toEqual([2, 1]);
  });

  it('is for administrators', async () => {
    const account = await givenAccount(test);
    const { token } = await givenAgent(test, account);

    const { status } = await account.call('GET', '/audit_logs', undefined, { token });

    expect(status).toBe(403);
  });

  it('has nothing of a change that failed, and one entry of one that was repeated', async () => {
    const account = await givenAccount(test);
    const headers = { 'Idempotency-Key': `label-${account.id}` };

    await account.call('POST', '/labels', { title: 'vip' }, { headers });
    await account.call('POST', '/labels', { title: 'vip' }, { headers });
    const taken = await account.call('POST', '/labels', { title: 'vip' });
    const full = await account.call('POST', '/agents/bulk_create', { emails: ['new@example.com', 'no address'] });

    expect([taken.status, full.status]).toEqual([422, 422]);
    expect(await logOf(account)).toHaveLength(1);
  });

  it('has no entries of the work itself', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);
    const before = await logOf(account);
    const { body: conversation } = await account.call('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: contact.id,
    });
    await account.call('POST', `/conversations/${conversation.id}/messages`, { content: 'Hello' });
    await account.call('POST', `/conversations/${conversation.id}/toggle_status`, { status: 'resolved' });
    await account.call('POST', `/conversations/${conversation.id}/assignments`, {
      assignee_id: account.administrator.id,
    });
    await account.call('POST', '/update_active_at');

    expect(await logOf(account)).toEqual(before);
  });
});

describe('the audit log', () => {
  it('has conversations and contacts that were deleted, merged and exported, without what they say', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const contact = await givenContact(account, { name: 'Secretive Sue', email: `sue-${account.id}@example.com` });
    const kept = await givenContact(account, { name: 'Kept Kit' });
    const conversation = await givenConversation(account, { inbox_id: inbox.id, contact_id: contact.id });
    await account.call('DELETE', `/conversations/${conversation.id}`);
    await account.call('GET', `/contacts/${contact.id}/export`);
    await account.call('POST', '/contacts/export', { column_names: ['id'], payload: [] });
    await account.call('POST', '/actions/contact_merge', { base_contact_id: kept.id, mergee_contact_id: contact.id });
    await account.call('DELETE', `/contacts/${kept.id}`);

    const entries = await logOf(account);

    const contacts = entries.filter((entry: { auditable_type: string }) =>
      ['Contact', 'Conversation'].includes(entry.auditable_type),
    );
    expect(told(contacts)).toEqual([
      ['destroy', 'Contact', kept.id],
      ['destroy', 'Contact', contact.id],
      ['export', 'Contact', null],
      ['export', 'Contact', contact.id],
      ['destroy', 'Conversation', expect.any(Number)],
    ]);
    expect(JSON.stringify(contacts)).not.toMatch(/Sue|Kit|sue-/);
  });

  it('has an inbox that was deleted, under its name', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account, { type: 'api' }, 'Front desk');
    await account.call('DELETE', `/inboxes/${inbox.id}`);

    const entries = await logOf(account, '?auditable_type=Inbox&action=destroy');

    expect(told(entries)).toEqual([['destroy', 'Inbox', inbox.id]]);
    expect(entries[0].audited_changes.name).toBe('Front desk');
  });

  it('tells of signing in and out, of sessions that others end, and of new passwords, in each account of the user', async () => {
    const platform = await givenPlatformToken(test);
    const [one, two] = [await givenAccount(test), await givenAccount(test)];
    const person = await givenPerson(platform);
    for (const account of [one, two]) {
      await test
        .rows()
        .insertInto('account_users')
        .values({
          account_id: account.id,
          user_id: person.id,
          role: 'agent',
          created_at: new Date(),
          updated_at: new Date(),
        })
        .execute();
    }
    const [mine, lost] = [await signIn(person.email), await signIn(person.email)];
    const { body: sessions } = await test.request('GET', '/api/v1/profile/sessions', { headers: mine });
    const other = sessions.find(({ current }: { current: boolean }) => !current);
    await test.request('DELETE', `/api/v1/profile/sessions/${other.id}`, { headers: mine });
    await test.request('PATCH', '/api/v1/profile', {
      headers: mine,
      body: { current_password: PASSWORD, password: `${PASSWORD}!`, password_confirmation: `${PASSWORD}!` },
    });
    await test.request('POST', '/api/v1/profile/access_tokens', { headers: mine, body: { name: 'Report' } });
    await test.request('DELETE', '/auth/sign_out', { headers: mine });

    for (const account of [one, two]) {
      const entries = await logOf(account);
      expect(told(entries)).toEqual([
        ['sign_out', 'User', person.id],
        ['create', 'AccessToken', expect.any(Number)],
        ['update', 'User', person.id],
        ['destroy', 'Session', other.id],
        ['sign_in', 'User', person.id],
        ['sign_in', 'User', person.id],
      ]);
      expect(entries[2].audited_changes).toEqual({ password_hash: ['[redacted]', '[redacted]'] });
      expect(entries.every(({ username }: { username: string }) => username === person.email)).toBe(true);
      expect(JSON.stringify(entries)).not.toContain(lost['access-token']);
    }
  });

  it('does not show by which path programs speak for the contacts of an inbox', async () => {
    const account = await givenAccount(test);
    await givenInbox(account);

    const [channel] = await logOf(account, '?auditable_type=Channel');

    expect(channel.audited_changes.identifier).toBe('[redacted]');
  });

  it('has what a bulk action does and to which, without what it looks for and says', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account);
    const conversation = await givenConversation(account);
    const conversations = { type: 'Conversation', ids: [conversation.id] };
    await account.call('POST', '/bulk_actions', { type: 'Contact', ids: [contact.id], action_name: 'delete' });
    await account.call('POST', '/bulk_actions', { ...conversations, fields: { status: 'open' } });

    const entries = await logOf(account, '?auditable_type=BulkAction');

    expect(entries.map(({ audited_changes: { task } }: { audited_changes: { task: unknown } }) => task)).toEqual([
      { actions: [expect.any(String)], ids: [conversation.id] },
      { actions: ['delete'], ids: [contact.id] },
    ]);
  });

  it('takes no place for an export that could not be written down', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account);
    const statuses = [];
    await sql`alter table audit_logs rename to away`.execute(test.rows());
    try {
      for (let times = 0; times < 3; times += 1) {
        statuses.push((await account.call('GET', `/contacts/${contact.id}/export`)).status);
      }
    } finally {
      await sql`alter table away rename to audit_logs`.execute(test.rows());
    }

    const { status } = await account.call('GET', `/contacts/${contact.id}/export`);

    expect([...statuses, status]).toEqual([500, 500, 500, 200]);
  });

  it('keeps the name of a user who is deleted', async () => {
    const platform = await givenPlatformToken(test);
    const account = await givenAccount(test);
    const person = await givenPerson(platform);
    await test
      .rows()
      .insertInto('account_users')
      .values({
        account_id: account.id,
        user_id: person.id,
        role: 'administrator',
        created_at: new Date(),
        updated_at: new Date(),
      })
      .execute();
    await account.call('POST', '/labels', { title: 'vip' }, { token: person.token });
    await test.request('DELETE', `/platform/api/v1/users/${person.id}`, { token: platform });

    const entries = await logOf(account);

    expect(told(entries)[1]).toEqual(['create', 'Label', expect.any(Number)]);
    expect(entries[1]).toMatchObject({ username: person.email, user_id: person.id });
    expect(entries[0]).toMatchObject({
      action: 'destroy',
      auditable_type: 'AccountUser',
      user_type: 'PlatformApp',
      username: 'Platform',
    });
  });

  it('keeps that an account was deleted, for the operator', async () => {
    const platform = await givenPlatformToken(test);
    const { body: account } = await test.request('POST', '/platform/api/v1/accounts', {
      token: platform,
      body: { name: 'Short-lived' },
    });
    await test.request('DELETE', `/platform/api/v1/accounts/${account.id}`, { token: platform });

    const entries = await test
      .rows()
      .selectFrom('audit_logs')
      .select(['account_id', 'action', 'user_type', 'username'])
      .where('auditable_type', '=', 'Account')
      .where('auditable_id', '=', account.id)
      .where('action', '=', 'destroy')
      .execute();

    expect(entries).toEqual([{ account_id: null, action: 'destroy', user_type: 'PlatformApp', username: 'Platform' }]);
  });
});

describe('the address in the audit log', () => {
  it.each([
    ['true', '203.0.113.7'],
    ['false', '127.0.0.1'],
  ])('is, with server.trust_proxy %s, %s', async (trusts, address) => {
    const behind = await givenApp({ 'server.trust_proxy': trusts });
    try {
      const account = await givenAccount(behind);
      const headers = { 'X-Forwarded-For': '198.51.100.1, 203.0.113.7' };
      await account.call('POST', '/labels', { title: 'vip' }, { headers });

      const [entry] = await logOf(account);

      expect(entry.remote_address).toBe(address);
    } finally {
      await behind.stop();
    }
  });
});
