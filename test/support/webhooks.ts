import type { Db } from '../../src/db/database.ts';
import type { DeliveryStatus } from '../../src/entities/delivery.ts';
import { exampleEvent } from '../../src/http/openapi/webhooks.ts';
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

/** What the deliveries are like; each has an event of its own, and a conversation of its own unless `lane` names one. */
type Like = { status?: DeliveryStatus; finishedAt?: Date; lane?: string };

const AT_ONCE = 100;
const { event: _, id: __, event_id: ___, ...EXAMPLE } = exampleEvent('message_created');
const PAYLOAD = JSON.stringify(EXAMPLE);

/**
 * Finished deliveries of a webhook, exhausted an hour ago unless said otherwise, as if they had been sent by an earlier
 * process; their ids in their order.
 */
export async function givenFinishedDeliveries(
  rows: Db,
  { id, accountId }: { id: number; accountId: number },
  count: number,
  { status = 'exhausted', finishedAt = new Date(Date.now() - 3_600_000), lane }: Like = {},
): Promise<number[]> {
  const ids: number[] = [];
  for (let made = 0; made < count; made += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - made) }, (_, index) => made + index);
    const event = { account_id: accountId, type: 'message_created' as const, payload: PAYLOAD, created_at: finishedAt };
    const events = await rows
      .insertInto('events')
      .values(numbers.map(() => event))
      .returning('id')
      .execute();
    const deliveries = await rows
      .insertInto('deliveries')
      .values(
        events.map((of, index) => ({
          account_id: accountId,
          event_id: of.id,
          receiver_type: 'Webhook' as const,
          receiver_id: id,
          lane: lane ?? `conversation:${made + index + 1}`,
          status,
          attempts_count: 4,
          created_at: finishedAt,
          finished_at: finishedAt,
        })),
      )
      .returning('id')
      .execute();
    ids.push(...deliveries.map((delivery) => delivery.id));
  }
  return ids.toSorted((a, b) => a - b);
}
