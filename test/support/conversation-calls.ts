import type { Answer } from './app.ts';
import type { TestAccount } from './factories.ts';
import { isCreated } from './openapi/dialect.ts';

/** A conversation as the API shows it, or just its number. */
type Numbered = { id: number };

/** /conversations/{id}, and what is below it. */
export const pathOf = (conversation: Numbered, below = '') => `/conversations/${conversation.id}${below}`;

/**
 * The team replies; `more` is added to the request, and `token` is who does it, the administrator unless given.
 * @throws Error when the message is refused
 */
export function reply(
  account: TestAccount,
  conversation: Numbered,
  more: object = {},
  token?: string,
): Promise<Answer> {
  return create(account, conversation, { message_type: 'outgoing', content: 'Let me look.', ...more }, token);
}

/** The contact asks; `more` is added to the request. @throws Error when the message is refused */
export function ask(account: TestAccount, conversation: Numbered, more: object = {}): Promise<Answer> {
  return create(account, conversation, { message_type: 'incoming', content: 'Is anybody there?', ...more });
}

async function create(account: TestAccount, conversation: Numbered, body: object, token?: string): Promise<Answer> {
  const created = await account.call(
    'POST',
    pathOf(conversation, '/messages'),
    body,
    token === undefined ? {} : { token },
  );
  if (!isCreated(created.status)) throw new Error(`cannot create a message: ${created.text}`);
  return created;
}

/** The conversation as the API shows it now. */
export async function shown(account: TestAccount, conversation: Numbered) {
  return (await account.call('GET', pathOf(conversation))).body;
}

/** Its newest 20 messages, oldest first, as the API shows them. */
export async function messagesOf(account: TestAccount, conversation: Numbered) {
  return (await account.call('GET', pathOf(conversation, '/messages'))).body.payload;
}

/** The texts of the activities among its newest 20 messages, oldest first. */
export async function activitiesOf(account: TestAccount, conversation: Numbered): Promise<string[]> {
  const messages = await messagesOf(account, conversation);
  return messages
    .filter(({ message_type: type }: { message_type: number }) => type === 2)
    .map(({ content }: { content: string }) => content);
}

/**
 * Moves it to another status; `more` is added to the request, and `token` is who does it, the administrator unless
 * given.
 */
export function toggle(
  account: TestAccount,
  conversation: Numbered,
  status: string,
  more: object = {},
  token?: string,
): Promise<Answer> {
  return account.call(
    'POST',
    pathOf(conversation, '/toggle_status'),
    { status, ...more },
    token === undefined ? {} : { token },
  );
}

/** An hour from now, as the API takes it: ISO 8601. */
export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
