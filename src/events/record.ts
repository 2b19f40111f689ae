import { sql } from 'kysely';
import { EVENTS_CHANNEL } from '../bus.ts';
import { isPostgres, jsonHas } from '../db/dialect.ts';
import { hot, theRow } from '../db/hot.ts';
import { db, type EntityManager } from '../db/orm.ts';
import type { ReceiverType } from '../entities/delivery.ts';
import type { EventType } from '../entities/event.ts';

/** A change that happened, with the snapshot that is published. */
export type NewEvent = {
  type: EventType;
  accountId: number;
  payload: object;
  /** Events of one lane reach each receiver one after the other: `conversationLane(5)`. */
  lane: string;
  /** The inbox it happened in; null = none in particular. Webhooks of other inboxes do not hear of it. */
  inboxId: number | null;
  /** Whether the inbox's own address (webhook_url of an API channel) hears of it too. */
  toInbox: boolean;
  /** The message whose creation this is: if its inbox's address cannot be reached, the message has failed. */
  messageId?: number;
};

export const conversationLane = (conversationId: number) => `conversation:${conversationId}`;
export const contactLane = (contactId: number) => `contact:${contactId}`;
export const inboxLane = (inboxId: number) => `inbox:${inboxId}`;

/**
 * Writes the event and its due deliveries, in the transaction of `em`; nothing is sent here. For one lane, call it after
 * the row that the lane is named for has been written, so that events are numbered in the order of the commits.
 */
export async function record(em: EntityManager, event: NewEvent, now: Date): Promise<void> {
  const payload = JSON.stringify(event.payload);
  const { id } = theRow(await insertEvent(em, { accountId: event.accountId, type: event.type, payload, now }));
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
  for (const receiver of receivers) {
    await openLane(em, { type: receiver.receiver_type, id: receiver.receiver_id, lane: event.lane, now });
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
    .returning('lane')
    .execute();
  for (const { lane } of lanes) await openLane(em, { type: 'Inbox', id: message.inboxId, lane, now });
}

/** What follows `{"event":...,"id":...,` in a stored payload, made whole: the body as it is sent. */
export function eventBody(event: { id: number; type: EventType; payload: string }): string {
  const head = `{"event":${JSON.stringify(event.type)},"id":${event.id}`;
  return event.payload === '{}' ? `${head}}` : `${head},${event.payload.slice(1)}`;
}

type Due = { accountId: number; eventId: number; lane: string; messageId: number | null; inboxId: number; now: Date };
type Receiver = { receiver_type: ReceiverType; receiver_id: number };

const insertEvent = hot<{ accountId: number; type: EventType; payload: string; now: Date }, void, { id: number }>(
  (db, event, _, em) => {
    const insert = db
      .insertInto('events')
      .values({ account_id: event.accountId, type: event.type, payload: event.payload, created_at: event.now })
      .returning('id');
    return isPostgres(em) ? insert.returning(sql`pg_notify(${sql.lit(EVENTS_CHANNEL)}, id::text)`.as('told')) : insert;
  },
);

const COLUMNS = ['account_id', 'event_id', 'receiver_type', 'receiver_id', 'lane', 'message_id', 'created_at'] as const;

/** One delivery for each enabled webhook of the account that subscribed to the event and hears of the inbox. */
const planWebhooks = hot<Due & { type: EventType }, void, Receiver>((db, due, _, em) =>
  db
    .insertInto('deliveries')
    .columns(COLUMNS)
    .expression(
      db
        .selectFrom('webhooks as w')
        .select([
          'w.account_id',
          value<number>(em, due.eventId, 'int').as('event_id'),
          sql.lit<ReceiverType>('Webhook').as('receiver_type'),
          'w.id as receiver_id',
          value<string>(em, due.lane, 'text').as('lane'),
          // Only an inbox's own address decides over the fate of a message.
          sql<number | null>`cast(null as int)`.as('message_id'),
          value<Date>(em, due.now, 'timestamptz').as('created_at'),
        ])
        .where('w.account_id', '=', due.accountId)
        .where('w.disabled_at', 'is', null)
        .where((eb) => eb.or([eb('w.inbox_id', 'is', null), eb('w.inbox_id', '=', due.inboxId)]))
        .where(jsonHas(em, 'w.subscriptions', due.type)),
    )
    .returning(['receiver_type', 'receiver_id']),
);

const planInbox = hot<Due, void, Receiver>((db, due) =>
  db
    .insertInto('deliveries')
    .values({
      account_id: due.accountId,
      event_id: due.eventId,
      receiver_type: 'Inbox',
      receiver_id: due.inboxId,
      lane: due.lane,
      message_id: due.messageId,
      created_at: due.now,
    })
    .returning(['receiver_type', 'receiver_id']),
);

/** Makes the lane due now; one that is there already keeps its time, but is locked until the commit. */
const openLane = hot<{ type: ReceiverType; id: number; lane: string; now: Date }, void, unknown>((db, lane) =>
  db
    .insertInto('delivery_lanes')
    .values({ receiver_type: lane.type, receiver_id: lane.id, lane: lane.lane, due_at: lane.now, held_by: null })
    .onConflict((conflict) =>
      conflict
        .columns(['receiver_type', 'receiver_id', 'lane'])
        .doUpdateSet((eb) => ({ lane: eb.ref('excluded.lane') })),
    ),
);

/** A bound value in a select list, where PostgreSQL wants to be told its type. */
function value<T>(em: EntityManager, bound: T, type: string) {
  return isPostgres(em) ? sql<T>`${bound}::${sql.raw(type)}` : sql<T>`${bound}`;
}
