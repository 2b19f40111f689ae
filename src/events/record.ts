import { sql } from 'kysely';
import { EVENTS_CHANNEL } from '../bus.ts';
import { isPostgres } from '../db/dialect.ts';
import { onlyRow, prepared } from '../db/prepared.ts';
import { db, type EntityManager } from '../db/orm.ts';
import { BOT_EVENT_TYPES, type RecordedEventType } from '../entities/event.ts';
import { openLane, planBots, planInbox, planWebhooks } from './plan-deliveries.ts';

/** A change that happened, with the snapshot that is published. */
export type NewEvent = {
  type: RecordedEventType;
  accountId: number;
  payload: object;
  /** Events of one lane reach each receiver one after the other: `conversationLane(5)`. */
  lane: string;
  /** The inbox it happened in; null = none in particular. Webhooks of other inboxes do not hear of it. */
  inboxId: number | null;
  /** Whether the inbox's own address (webhook_url of an API channel) hears of it too. */
  toInbox: boolean;
  /** The bots that it concerns; those that have an address hear of it there, if it is of the types that bots hear of. */
  botIds?: readonly number[];
  /** The message whose creation this is: if its inbox's address cannot be reached, the message has failed. */
  messageId?: number;
  /** How many automatic changes in a row its conversation had by then, with this one; none unless it is given. */
  chainLength?: number;
};

export const conversationLane = (conversationId: number) => `conversation:${conversationId}`;
/** The row key of the conversation that the lane is named for; null = it is another's. */
export const conversationInLane = (lane: string) => Number(/^conversation:(\d+)$/.exec(lane)?.[1]) || null;
export const contactLane = (contactId: number) => `contact:${contactId}`;
export const inboxLane = (inboxId: number) => `inbox:${inboxId}`;

/** Bots answer people: what happens before there is anything to answer is not for them. */
const HEARD_BY_BOTS: readonly RecordedEventType[] = [
  ...BOT_EVENT_TYPES,
  'conversation_status_changed',
  'conversation_updated',
  'message_created',
  'message_updated',
  'webwidget_triggered',
];

/**
 * Writes the event and its due deliveries, in the transaction of `em`; nothing is sent here. For one lane, call it after
 * the row that the lane is named for has been written, so that events are numbered in the order of the commits.
 */
export async function record(em: EntityManager, event: NewEvent, now: Date): Promise<void> {
  const payload = JSON.stringify(event.payload);
  const { id } = onlyRow(
    await insertEvent(em, {
      accountId: event.accountId,
      type: event.type,
      payload,
      chainLength: event.chainLength ?? 0,
      now,
    }),
  );
  const due = {
    accountId: event.accountId,
    eventId: id,
    lane: event.lane,
    messageId: event.messageId ?? null,
    inboxId: event.inboxId ?? 0,
    now,
  };

  const receivers = await planWebhooks(em, { ...due, type: event.type });
  if (event.toInbox) receivers.push(...(await planInbox(em, due)));
  if (event.botIds?.length && HEARD_BY_BOTS.includes(event.type)) {
    receivers.push(...(await planBots(em, { ...due, botIds: JSON.stringify(event.botIds) })));
  }
  const { lane, accountId } = event;
  for (const receiver of receivers) {
    await openLane(em, { type: receiver.receiver_type, id: receiver.receiver_id, lane, accountId, now });
  }
}

/** Makes a message's delivery to its inbox's address due again, with the event it had, however the last one ended. */
export async function redeliver(
  em: EntityManager,
  message: { messageId: number; inboxId: number },
  now: Date,
): Promise<void> {
  const lanes = await db(em)
    .updateTable('deliveries')
    .set({ status: 'pending', attempts_count: 0, finished_at: null })
    .where('message_id', '=', message.messageId)
    .where('receiver_type', '=', 'Inbox')
    .where('receiver_id', '=', message.inboxId)
    .where('status', '!=', 'pending')
    .returning(['lane', 'account_id as accountId'])
    .execute();
  for (const lane of lanes) await openLane(em, { type: 'Inbox', id: message.inboxId, ...lane, now });
}

/** What follows `{"event":...,"id":...,` in a stored payload, made whole: the body as it is sent. */
export function eventBody(event: { id: number; type: RecordedEventType; payload: string }): string {
  const head = `{"event":${JSON.stringify(event.type)},"id":${event.id}`;
  return event.payload === '{}' ? `${head}}` : `${head},${event.payload.slice(1)}`;
}

const insertEvent = prepared<
  { accountId: number; type: RecordedEventType; payload: string; chainLength: number; now: Date },
  void,
  { id: number }
>((db, event, _, em) => {
  const insert = db
    .insertInto('events')
    .values({
      account_id: event.accountId,
      type: event.type,
      payload: event.payload,
      chain_length: event.chainLength,
      created_at: event.now,
    })
    .returning('id');
  return isPostgres(em) ? insert.returning(sql`pg_notify(${sql.lit(EVENTS_CHANNEL)}, id::text)`.as('told')) : insert;
});
