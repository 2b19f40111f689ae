import type { Tx } from '../db/tx.ts';
import { type Placeholders, prepared } from '../db/prepared.ts';
import { enqueue } from '../queue.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import { lengthAt } from './chain.ts';

// Events posted by the action `send_webhook_event` are not deliveries, because their address is not a receiver. A program's
// answer is recognized by the job of the posted event.

export const POST_EVENT = 'post_event';

/** Queues `body`, which says how the conversation is at `now`, to be posted to the address; `id` names the event. */
export function queuePostedEvent(
  tx: Tx,
  conversation: ConversationRecord,
  { id, url, body }: { id: string; url: string; body: object },
  now: Date,
): Promise<void> {
  const payload = { id, url, body: JSON.stringify(body), chain_length: lengthAt(conversation.chain, now) };
  // A subject per event, so that events do not replace each other; sorted by time within the conversation.
  const subject = `${beginning(conversation.id)}${now.toISOString()} ${id}`;
  return enqueue(tx, { kind: POST_EVENT, accountId: conversation.account.id, payload, subject }, now);
}

/** The job of the newest event that was posted of the conversation with this row key; undefined = none is kept. */
export async function findPostedEvent(tx: Tx, conversationId: number) {
  const first = beginning(conversationId);
  const [newest] = await newestPosted(tx, { first, last: `${first}~` });
  return newest;
}

const beginning = (conversationId: number) => `conversation ${conversationId} `;

const newestPosted = prepared((db, values: Placeholders<{ first: string; last: string }>) =>
  db
    .selectFrom('jobs')
    .select(['id', 'payload', 'created_at as createdAt', 'finished_at as finishedAt'])
    .where('subject', '>', values.first)
    .where('subject', '<', values.last)
    .where('kind', '=', POST_EVENT)
    .orderBy('subject', 'desc')
    .limit(1),
);
