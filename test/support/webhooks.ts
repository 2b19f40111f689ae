import type { TestAccount } from './factories.ts';
import type { Received, Receiver } from './servers/receiver.ts';
import { isCreated } from './openapi/dialect.ts';

/**
 * A webhook of the account for new messages, at a path of its own that begins with `name`; `more` is added to the
 * request. Returns the webhook as the API shows it, with the path.
 */
export async function givenWebhook(receiver: Receiver, account: TestAccount, name = 'hook', more: object = {}) {
  const path = newPath(name);
  const { status, body, text } = await account.call('POST', '/webhooks', {
    webhook: { url: `${receiver.url}${path}`, subscriptions: ['message_created'], ...more },
  });
  if (!isCreated(status)) throw new Error(`cannot create a webhook: ${text}`);
  return { ...body, path } as { id: number; secret: string; path: string };
}

let count = 0;

/** A path that no other test has, which begins with `name`. */
export function newPath(name: string): string {
  count += 1;
  return `/${name}-${count}`;
}

/** The requests that have arrived at the path. */
export function receivedAt(receiver: Receiver, path: string): Received[] {
  return receiver.received.filter((request) => request.path === path);
}
