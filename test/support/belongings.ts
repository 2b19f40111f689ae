import type { TestApp } from './app.ts';
import { givenContact, givenInbox, type TestAccount } from './factories.ts';

/** One thing of each kind, by the path segment that its kind has, and what answers call it. */
export type Belongings = Record<Segment, number>;
export const NAMES = {
  contacts: 'Contact',
  conversations: 'Conversation',
  inboxes: 'Inbox',
  messages: 'Message',
  webhooks: 'Webhook',
} as const;
export type Segment = keyof typeof NAMES;

/** One of each kind in the account; the conversation is the last of `conversations`, so that its number is that. */
export async function givenBelongings(account: TestAccount, conversations = 1): Promise<Belongings> {
  const inbox = await givenInbox(account);
  const contact = await givenContact(account);
  const create = (path: string, body: object) => idOf(account, path, body);

  let conversation = 0;
  for (let count = 0; count < conversations; count += 1) {
    conversation = await create('/conversations', { inbox_id: inbox.id, contact_id: contact.id });
  }
  return {
    inboxes: inbox.id,
    contacts: contact.id,
    conversations: conversation,
    messages: await create(`/conversations/${conversation}/messages`, { content: 'Hello', message_type: 'outgoing' }),
    webhooks: await create('/webhooks', { url: 'https://hooks.example.com/' }),
  };
}

/** Every row that belongs to the account, to see whether anything changed. */
export async function rowsOf(test: TestApp, account: TestAccount): Promise<unknown> {
  const tables = ['contacts', 'conversations', 'inboxes', 'messages', 'webhooks', 'events'] as const;
  const rows = await Promise.all(
    tables.map((table) =>
      test.rows().selectFrom(table).selectAll().where('account_id', '=', account.id).orderBy('id').execute(),
    ),
  );
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]]));
}

async function idOf(account: TestAccount, path: string, body: object): Promise<number> {
  const answer = await account.call('POST', path, body);
  if (answer.status !== 201) throw new Error(`cannot create at ${path}: ${answer.text}`);
  return answer.body.id;
}
