import type { Tx } from '../db/tx.ts';
import { BOT_EVENT_TYPES, type RecordedEventType } from '../entities/event.ts';
import { openLane } from './plan-deliveries.ts';
import { storable } from './store-payload.ts';
import { writeEvent } from './write-event.ts';

/** A change to record, with the payload to publish. */
export type NewEvent = {
  type: RecordedEventType;
  accountId: number;
  payload: object;
  /** The lane: a receiver gets the events of a lane one after the other. Example: `conversationLane(5)`. */
  lane: string;
  /** The event's inbox; null = none. Webhooks of other inboxes do not receive it. */
  inboxId: number | null;
  /** Whether the account has any webhooks; null or absent = not known. */
  hasWebhooks?: boolean | null;
  /** Whether it is also sent to the inbox's own address (webhook_url of an API channel). */
  toInbox: boolean;
  /** The bots concerned: bots with an address receive the event, if its type is for bots. */
  botIds?: readonly number[];
  /** The message that this event announces; it becomes failed when the inbox's address cannot be reached. */
  messageId?: number;
  /** The length of the chain of automatic changes including this change; absent = 0. */
  chainLength?: number;
};

export const conversationLane = (conversationId: number) => `conversation:${conversationId}`;
/** The row key of the lane's conversation; null = the lane is not a conversation's. */
export const conversationInLane = (lane: string) => Number(/^conversation:(\d+)$/.exec(lane)?.[1]) || null;
export const contactLane = (contactId: number) => `contact:${contactId}`;
export const inboxLane = (inboxId: number) => `inbox:${inboxId}`;
/** Begins the lanes of what is sent again, each beside the lane that it was in. */
export const REPLAYED = 'replay:';
export const replayLane = (lane: string) => `${REPLAYED}${lane}`;

/** The types of events that bots receive: those about contacts and inboxes give a bot nothing to answer. */
const TYPES_FOR_BOTS: readonly RecordedEventType[] = [
  ...BOT_EVENT_TYPES,
  'conversation_status_changed',
  'conversation_updated',
  'message_created',
  'message_updated',
  'webwidget_triggered',
];

/**
 * Writes the event and its due deliveries in the transaction of `tx`; nothing is sent here. Call it after writing the
 * row that the lane is named after: its lock makes the events of a lane get their numbers in the order of the commits.
 */
export async function record(tx: Tx, event: NewEvent, now: Date): Promise<void> {
  const payload = await storable(tx, event.payload, now);
  await writeEvent(tx, {
    ...payload,
    type: event.type,
    accountId: event.accountId,
    lane: event.lane,
    inboxId: event.inboxId ?? 0,
    hasWebhooks: event.hasWebhooks ?? null,
    toInbox: event.toInbox,
    botIds: TYPES_FOR_BOTS.includes(event.type) ? (event.botIds ?? []) : [],
    messageId: event.messageId ?? null,
    chainLength: event.chainLength ?? 0,
    now,
  });
}

/** Makes the delivery of a message to its inbox's address due again, with the same event. */
export async function redeliver(tx: Tx, message: { messageId: number; inboxId: number }, now: Date): Promise<void> {
  const lanes = await tx.db
    .updateTable('deliveries')
    .set({ status: 'pending', attempts_count: 0, finished_at: null })
    .where('message_id', '=', message.messageId)
    .where('receiver_type', '=', 'Inbox')
    .where('receiver_id', '=', message.inboxId)
    .where('status', '!=', 'pending')
    .returning(['lane', 'account_id as accountId'])
    .execute();
  for (const lane of lanes) await openLane(tx, { type: 'Inbox', id: message.inboxId, ...lane, now });
}
