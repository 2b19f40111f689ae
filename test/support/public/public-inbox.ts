import { createHmac } from 'node:crypto';
import type { Answer, RequestOptions, TestApp } from '../app.ts';
import { isCreated } from '../openapi/dialect.ts';
import { givenInbox, type TestAccount } from '../factories.ts';

/** An API inbox, as its contacts reach it. */
export type PublicInbox = {
  id: number;
  identifier: string;
  call(method: string, below: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
  /** What proves that the identifier is the contact's. */
  proofOf(identifier: string): { identifier: string; identifier_hash: string };
};

/** A new API inbox of the account; `channel` is added to its channel, `settings` to the inbox. */
export async function givenPublicInbox(
  test: TestApp,
  account: TestAccount,
  channel: object = {},
  settings: object = {},
): Promise<PublicInbox> {
  const {
    id,
    inbox_identifier: identifier,
    hmac_token: key,
  } = await givenInbox(account, {
    type: 'api',
    identifier_proof: 'optional',
    ...channel,
  });
  await account.call('PATCH', `/inboxes/${id}`, settings);
  return {
    id,
    identifier,
    call: (method, below, body, options) =>
      test.request(method, `/public/api/v1/inboxes/${identifier}${below}`, { body, ...options }),
    proofOf: (given) => ({
      identifier: given,
      identifier_hash: createHmac('sha256', key).update(given).digest('hex'),
    }),
  };
}

/** A contact of the inbox as they see themselves, with the path of what is theirs; `contact` is the body. */
export async function givenCaller(inbox: PublicInbox, contact: object = { name: 'Carla Contact' }) {
  const { status, body, text } = await inbox.call('POST', '/contacts', contact);
  if (!isCreated(status)) throw new Error(`cannot make a contact known: ${text}`);
  return { ...body, path: `/contacts/${encodeURIComponent(body.source_id)}` };
}

/** A conversation that the contact begins, with its path. */
export async function givenConversationOf(inbox: PublicInbox, caller: { path: string }, more: object = {}) {
  const { status, body, text } = await inbox.call('POST', `${caller.path}/conversations`, more);
  if (!isCreated(status)) throw new Error(`cannot start a conversation: ${text}`);
  return { ...body, path: `${caller.path}/conversations/${body.id}` };
}

/**
 * What paths of the Public API name, by the segment before it: a contact of an API inbox, with a conversation in which the
 * team has asked something.
 */
export async function givenPublicIds(test: TestApp, account: TestAccount): Promise<Record<string, string | number>> {
  const inbox = await givenPublicInbox(test, account);
  const caller = await givenCaller(inbox);
  const { id } = await givenConversationOf(inbox, caller);
  const question = { content: 'Who are you?', message_type: 'outgoing', content_type: 'input_text' };
  const { body } = await account.call('POST', `/conversations/${id}/messages`, question);
  return { inboxes: inbox.identifier, contacts: caller.source_id, conversations: id, messages: body.id };
}
