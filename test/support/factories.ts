import { randomUUID } from 'node:crypto';
import { createAccount } from '../../src/resources/accounts/create-account.ts';
import { digest, newToken } from '../../src/secrets.ts';
import type { Answer, RequestOptions, TestApp } from './app.ts';
import { isCreated } from './openapi/dialect.ts';

/** An account that no other test uses, with its administrator. */
export type TestAccount = {
  id: number;
  name: string;
  /** /api/v1/accounts/{id} */
  path: string;
  administrator: { id: number; name: string; email: string; token: string };
  /** Agents who become members of every inbox that `givenInbox` creates. */
  everywhere: { id: number }[];
  /** Makes the users members of the inbox. */
  join(inboxId: number, ...users: { id: number }[]): Promise<void>;
  /** Has the contact of the conversation write just now, so that they can be answered. */
  hear(conversation: { id: number }): Promise<void>;
  /** Has the contact answer the survey of the conversation. */
  rate(conversation: { uuid: string }, rating: number): Promise<void>;
  /** Calls a path below the account's, as the administrator unless another token is given. */
  call(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
};

/** A new account with an administrator. Accounts do not see each other, so each test has its own. */
export async function givenAccount(test: TestApp, name = 'Acme'): Promise<TestAccount> {
  const email = `${randomUUID()}@example.com`;
  const created = await createAccount(
    test.app.tx(),
    { name, locale: 'en', user: { name: 'Ada Admin', email, isProved: true, passwordHash: null } },
    new Date(),
  );
  const path = `/api/v1/accounts/${created.account.id}`;
  const token = created.accessToken;
  return {
    id: created.account.id,
    name,
    path,
    administrator: { id: created.user.id, name: created.user.name, email, token },
    everywhere: [],
    async join(inboxId, ...users) {
      for (const { id } of users) {
        await test
          .rows()
          .insertInto('inbox_members')
          .values({ inbox_id: inboxId, user_id: id, created_at: new Date() })
          .execute();
      }
    },
    async hear(conversation) {
      await test
        .rows()
        .updateTable('conversations')
        .set({ last_incoming_at: new Date() })
        .where('account_id', '=', created.account.id)
        .where('display_id', '=', conversation.id)
        .execute();
    },
    async rate({ uuid }, rating) {
      const body = { message: { submitted_values: { csat_survey_response: { rating } } } };
      await test.request('PUT', `/public/api/v1/csat_survey/${uuid}`, { body });
    },
    call: (method, below, body, options) => test.request(method, `${path}${below}`, { token, body, ...options }),
  };
}

/**
 * An agent of the account, with a token: a member of all of its inboxes, also of those that `givenInbox` creates later;
 * with `inboxes`, only of those with these ids.
 */
export async function givenAgent(
  test: TestApp,
  account: TestAccount,
  name = 'Gus Agent',
  { inboxes }: { inboxes?: number[] } = {},
) {
  const now = new Date();
  const email = `${randomUUID()}@example.com`;
  const { id } = await test
    .rows()
    .insertInto('users')
    .values({
      name,
      email,
      email_proved_at: now,
      pubsub_secret: newToken(),
      created_at: now,
      updated_at: now,
      ui_settings: '{}' as never,
      custom_attributes: '{}' as never,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await test
    .rows()
    .insertInto('account_users')
    .values({ account_id: account.id, user_id: id, role: 'agent', created_at: now, updated_at: now })
    .execute();
  if (!inboxes) account.everywhere.push({ id });
  for (const inboxId of inboxes ?? (await inboxesOf(test, account))) await account.join(inboxId, { id });
  return { id, name, email, token: await givenToken(test, 'User', id) };
}

async function inboxesOf(test: TestApp, account: TestAccount): Promise<number[]> {
  const rows = await test.rows().selectFrom('inboxes').select('id').where('account_id', '=', account.id).execute();
  return rows.map(({ id }) => id);
}

/** A bot of the account, with a token, connected to `inboxId` if that is given. */
export async function givenBot(test: TestApp, account: TestAccount, inboxId?: number) {
  const now = new Date();
  const { id } = await test
    .rows()
    .insertInto('agent_bots')
    .values({ account_id: account.id, name: 'Bo Bot', bot_config: '{}' as never, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (inboxId !== undefined) {
    await test.rows().updateTable('inboxes').set({ agent_bot_id: id }).where('id', '=', inboxId).execute();
  }
  return { id, name: 'Bo Bot', token: await givenToken(test, 'AgentBot', id) };
}

/** A token for the Platform API, of a new platform app. */
export async function givenPlatformToken(test: TestApp): Promise<string> {
  const { id } = await test
    .rows()
    .insertInto('platform_apps')
    .values({ name: 'Platform', created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return givenToken(test, 'PlatformApp', id);
}

/** A new token for the user, bot or platform app, in the clear. */
export async function givenToken(
  test: TestApp,
  ownerType: 'User' | 'AgentBot' | 'PlatformApp',
  ownerId: number,
): Promise<string> {
  const token = newToken();
  await test
    .rows()
    .insertInto('access_tokens')
    .values({ owner_type: ownerType, owner_id: ownerId, digest: digest(token), created_at: new Date() })
    .execute();
  return token;
}

/**
 * An inbox of the account, as the API shows it; its channel is an API one unless `channel` says otherwise. Its members
 * are the agents of `everywhere`.
 */
export async function givenInbox(account: TestAccount, channel: object = { type: 'api' }, name = 'Support') {
  const { status, body, text } = await account.call('POST', '/inboxes', { name, channel });
  if (!isCreated(status)) throw new Error(`cannot create an inbox: ${text}`);
  await account.join(body.id, ...account.everywhere);
  return body;
}

/** A team of these users, as the API shows it; `more` is added to the request. */
export async function givenTeam(account: TestAccount, members: { id: number }[] = [], more: object = {}) {
  const { status, body, text } = await account.call('POST', '/teams', { name: `team ${randomUUID()}`, ...more });
  if (!isCreated(status)) throw new Error(`cannot create a team: ${text}`);
  const ids = members.map(({ id }) => id);
  const joined = await account.call('PATCH', `/teams/${body.id}/team_members`, { user_ids: ids });
  if (joined.status !== 200) throw new Error(`cannot fill a team: ${joined.text}`);
  return body;
}

/** As `givenAgent`, but online. */
export async function givenAgentOnline(...given: Parameters<typeof givenAgent>) {
  const agent = await givenAgent(...given);
  await given[1].call('POST', '/update_active_at', undefined, { token: agent.token });
  return agent;
}

/** A contact of the account, as the API shows it. */
export async function givenContact(account: TestAccount, contact: object = { name: 'Carla Contact' }) {
  const { status, body, text } = await account.call('POST', '/contacts', contact);
  if (!isCreated(status)) throw new Error(`cannot create a contact: ${text}`);
  return body;
}

/** A conversation with an inbox and a contact of its own, as the API shows it; `more` is added to the request. */
export async function givenConversation(account: TestAccount, more: object = {}) {
  const inbox = await givenInbox(account);
  const contact = await givenContact(account);
  const { status, body, text } = await account.call('POST', '/conversations', {
    inbox_id: inbox.id,
    contact_id: contact.id,
    ...more,
  });
  if (!isCreated(status)) throw new Error(`cannot create a conversation: ${text}`);
  return body;
}

/** Sends a message with a text file into the conversation, and returns the URL of the file. */
export async function givenFile(account: TestAccount, conversationId: number): Promise<string> {
  const form = new FormData();
  form.set('message_type', 'outgoing');
  form.set('attachments[]', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt');
  const { body, text } = await account.call('POST', `/conversations/${conversationId}/messages`, form);
  const url = body?.attachments?.[0]?.data_url as string;
  if (!url || (await fetch(url)).status !== 200) throw new Error(`cannot fetch the file: ${text}`);
  return url;
}
