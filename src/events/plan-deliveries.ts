import type { Tx } from '../db/tx.ts';
import { type Expression, sql } from 'kysely';
import { inList, jsonHas } from '../db/dialect.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/database.ts';
import type { ReceiverType } from '../entities/delivery.ts';
import type { RecordedEventType } from '../entities/event.ts';

// The statements that create an event's deliveries.

/** The values that all deliveries of an event share. */
export type Due = {
  accountId: number;
  eventId: number;
  lane: string;
  messageId: number | null;
  inboxId: number;
  now: Date;
};
/** `has_lane`: whether the lane is there already (1 or 0). */
type Receiver = { receiver_type: ReceiverType; receiver_id: number; has_lane: number };
/** The same inside of a query. */
export type DueSql = { readonly [Name in keyof Due]: Expression<Due[Name]> };

const COLUMNS = ['account_id', 'event_id', 'receiver_type', 'receiver_id', 'lane', 'message_id', 'created_at'] as const;

/** A delivery for each enabled webhook that subscribes to this event and covers the inbox. */
export const planWebhooks = prepared<Due & { type: RecordedEventType }, void, Receiver>((db, due, _, tx) =>
  insertDeliveries(db, toWebhooks(db, due, due.type, tx)).returning(hasLane),
);

export const planInbox = prepared<Due, void, Receiver>((db, due, _, tx) =>
  insertDeliveries(db, toInbox(db, due, tx)).returning(hasLane),
);

/** A delivery for each bot with an address. */
export const planBots = prepared<Due & { botIds: string }, void, Receiver>((db, due, _, tx) =>
  insertDeliveries(db, toBots(db, due, due.botIds, tx)).returning(hasLane),
);

const hasLane = sql<number>`exists (select 1 from delivery_lanes l where l.receiver_type = deliveries.receiver_type
  and l.receiver_id = deliveries.receiver_id and l.lane = deliveries.lane)`.as('has_lane');

/** Inserts what `toWebhooks`, `toInbox` or `toBots` select, and gives the receiver of each. */
export function insertDeliveries(db: Db, deliveries: ReturnType<typeof toInbox>) {
  return db
    .insertInto('deliveries')
    .columns(COLUMNS)
    .expression(deliveries)
    .returning(['receiver_type', 'receiver_id']);
}

/** Only a delivery to the inbox's own address decides the status of a message. */
const NO_MESSAGE = sql<number | null>`cast(null as int)`;

/** The values of a delivery to the receiver with this id, in the order of COLUMNS. */
function delivery(
  tx: Tx,
  due: DueSql,
  type: ReceiverType,
  id: Expression<number>,
  messageId: Expression<number | null>,
) {
  return [
    value<number>(tx, due.accountId, 'int').as('account_id'),
    value<number>(tx, due.eventId, 'int').as('event_id'),
    sql.lit<ReceiverType>(type).as('receiver_type'),
    sql<number>`${id}`.as('receiver_id'),
    value<string>(tx, due.lane, 'text').as('lane'),
    sql<number | null>`${messageId}`.as('message_id'),
    value<Date>(tx, due.now, 'timestamptz').as('created_at'),
  ] as const;
}

/** A delivery for each webhook that subscribes to events of the type, in all inboxes or in this one. */
export function toWebhooks(db: Db, due: DueSql, type: Expression<RecordedEventType>, tx: Tx) {
  return db
    .selectFrom('webhooks as w')
    .select(delivery(tx, due, 'Webhook', sql.ref('w.id'), NO_MESSAGE))
    .where('w.account_id', '=', due.accountId)
    .where('w.disabled_at', 'is', null)
    .where((eb) => eb.or([eb('w.inbox_id', 'is', null), eb('w.inbox_id', '=', due.inboxId)]))
    .where(jsonHas(tx, 'w.subscriptions', type));
}

/** The delivery to the inbox's own address, which must have one. */
export function toInbox(db: Db, due: DueSql, tx: Tx) {
  const id = value<number>(tx, due.inboxId, 'int');
  return db.selectNoFrom(delivery(tx, due, 'Inbox', id, value<number | null>(tx, due.messageId, 'int')));
}

/** A delivery for each of these bots with an address; `botIds`: as JSON. */
export function toBots(db: Db, due: DueSql, botIds: Expression<string>, tx: Tx) {
  return db
    .selectFrom('agent_bots as b')
    .select(delivery(tx, due, 'AgentBot', sql.ref('b.id'), NO_MESSAGE))
    .where(inList(tx, 'b.id', botIds))
    .where('b.outgoing_url', 'is not', null);
}

type Lane = { type: ReceiverType; id: number; lane: string; accountId: number; now: Date };

/** Makes the lane due now. An existing lane keeps its time, and is locked until the commit. */
export const openLane = prepared<Lane, void, unknown>((db, lane, _, tx) =>
  db
    .insertInto('delivery_lanes')
    .values({
      receiver_type: lane.type,
      receiver_id: lane.id,
      lane: lane.lane,
      account_id: lane.accountId,
      due_at: lane.now,
      held_by: null,
    })
    .onConflict((conflict) => {
      const known = conflict.columns(['receiver_type', 'receiver_id', 'lane']);
      // Without writing the row again, where it need not be locked.
      return tx.isPostgres ? known.doUpdateSet((eb) => ({ lane: eb.ref('excluded.lane') })) : known.doNothing();
    }),
);

/** A bound value in a select list, with the type that PostgreSQL requires there. */
export function value<T>(tx: Tx, bound: Expression<T>, type: string) {
  return tx.isPostgres ? sql<T>`${bound}::${sql.raw(type)}` : sql<T>`${bound}`;
}
