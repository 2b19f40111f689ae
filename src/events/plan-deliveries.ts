import type { Tx } from '../db/tx.ts';
import { type Expression, sql } from 'kysely';
import { inList, jsonHas } from '../db/dialect.ts';
import { prepared } from '../db/prepared.ts';
import type { ReceiverType } from '../entities/delivery.ts';
import type { RecordedEventType } from '../entities/event.ts';

// The statements that create an event's deliveries.

/** The values that all deliveries of an event share. */
type Due = { accountId: number; eventId: number; lane: string; messageId: number | null; inboxId: number; now: Date };
type Receiver = { receiver_type: ReceiverType; receiver_id: number };

const COLUMNS = ['account_id', 'event_id', 'receiver_type', 'receiver_id', 'lane', 'message_id', 'created_at'] as const;

/** One delivery for each enabled webhook that subscribes to this event and covers the inbox. */
export const planWebhooks = prepared<Due & { type: RecordedEventType }, void, Receiver>((db, due, _, tx) =>
  db
    .insertInto('deliveries')
    .columns(COLUMNS)
    .expression(
      db
        .selectFrom('webhooks as w')
        .select([
          'w.account_id',
          value<number>(tx, due.eventId, 'int').as('event_id'),
          sql.lit<ReceiverType>('Webhook').as('receiver_type'),
          'w.id as receiver_id',
          value<string>(tx, due.lane, 'text').as('lane'),
          // Only a delivery to the inbox's own address decides the status of a message.
          sql<number | null>`cast(null as int)`.as('message_id'),
          value<Date>(tx, due.now, 'timestamptz').as('created_at'),
        ])
        .where('w.account_id', '=', due.accountId)
        .where('w.disabled_at', 'is', null)
        .where((eb) => eb.or([eb('w.inbox_id', 'is', null), eb('w.inbox_id', '=', due.inboxId)]))
        .where(jsonHas(tx, 'w.subscriptions', due.type)),
    )
    .returning(['receiver_type', 'receiver_id']),
);

export const planInbox = prepared<Due, void, Receiver>((db, due) =>
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

/** One delivery for each of the bots that have an address. */
export const planBots = prepared<Due & { botIds: string }, void, Receiver>((db, due, _, tx) =>
  db
    .insertInto('deliveries')
    .columns(COLUMNS)
    .expression(
      db
        .selectFrom('agent_bots as b')
        .select([
          value<number>(tx, due.accountId, 'int').as('account_id'),
          value<number>(tx, due.eventId, 'int').as('event_id'),
          sql.lit<ReceiverType>('AgentBot').as('receiver_type'),
          'b.id as receiver_id',
          value<string>(tx, due.lane, 'text').as('lane'),
          sql<number | null>`cast(null as int)`.as('message_id'),
          value<Date>(tx, due.now, 'timestamptz').as('created_at'),
        ])
        .where(inList(tx, 'b.id', due.botIds))
        .where('b.outgoing_url', 'is not', null),
    )
    .returning(['receiver_type', 'receiver_id']),
);

type Lane = { type: ReceiverType; id: number; lane: string; accountId: number; now: Date };

/** Makes the lane due now. An existing lane keeps its time, and is locked until the commit. */
export const openLane = prepared<Lane, void, unknown>((db, lane) =>
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
    .onConflict((conflict) =>
      conflict
        .columns(['receiver_type', 'receiver_id', 'lane'])
        .doUpdateSet((eb) => ({ lane: eb.ref('excluded.lane') })),
    ),
);

/** A bound value in a select list, with the type that PostgreSQL requires there. */
function value<T>(tx: Tx, bound: Expression<T>, type: string) {
  return tx.isPostgres ? sql<T>`${bound}::${sql.raw(type)}` : sql<T>`${bound}`;
}
