import type { Tx } from '../db/tx.ts';
import { sql } from 'kysely';
import { EVENTS_CHANNEL } from '../bus/listen-to-postgres.ts';
import type { Db } from '../db/database.ts';
import { onlyRow, parseFlags, type Placeholders, prepared } from '../db/prepared.ts';
import type { RecordedEventType } from '../entities/event.ts';
import {
  type Due,
  type DueSql,
  insertDeliveries,
  openLane,
  planBots,
  planInbox,
  planWebhooks,
  toBots,
  toInbox,
  toWebhooks,
  value,
} from './plan-deliveries.ts';
import { type PayloadTexts, payloadColumns, type StorablePayload } from './store-payload.ts';

/** An event to write; `botIds`: the bots that receive it, if they have an address. */
export type WrittenEvent = Omit<Due, 'eventId'> &
  StorablePayload & {
    type: RecordedEventType;
    chainLength: number;
    /** Whether the account has any webhooks, which may receive it; null = not known. */
    hasWebhooks: boolean | null;
    toInbox: boolean;
    botIds: readonly number[];
  };

/** The text told about an event after the commit: its number, its account and, if any, the user who caused it. */
const eventTold = (id: number, accountId: number, performerId: number | null) =>
  `${id} ${accountId}${endOf(performerId)}`;

const endOf = (performerId: number | null) => (performerId === null ? '' : ` ${performerId}`);

/**
 * Writes the event and its deliveries, and makes their lanes due: on PostgreSQL in one statement that is not waited for,
 * because each answer costs a round trip.
 */
export async function writeEvent(tx: Tx, event: WrittenEvent): Promise<void> {
  tx.noteBytes(event.values.length);
  if (!tx.isPostgres) return writeOneByOne(tx, event);
  const values = {
    ...event,
    whole: JSON.stringify(event.payload),
    botIds: JSON.stringify(event.botIds),
    performer: endOf(tx.performerId),
  };
  await tx.sent(writeAtOnce(tx, values, `${event.toInbox} ${event.botIds.length > 0}`));
}

async function writeOneByOne(tx: Tx, event: WrittenEvent): Promise<void> {
  const [packed] = await insertPacked(tx, event);
  const { id } = packed ?? onlyRow(await insertWhole(tx, { ...event, whole: JSON.stringify(event.payload) }));
  tx.tellAfterCommit(eventTold(id, event.accountId, tx.performerId));
  const due = { ...event, eventId: id };
  const receivers = (event.hasWebhooks ?? (await hasWebhook(tx, event))) ? await planWebhooks(tx, due) : [];
  if (event.toInbox) receivers.push(...(await planInbox(tx, due)));
  if (event.botIds.length > 0) {
    receivers.push(...(await planBots(tx, { ...due, botIds: JSON.stringify(event.botIds) })));
  }
  const { lane, accountId, now } = event;
  // Another statement takes longer than looking whether it is needed. Nobody else writes meanwhile.
  for (const receiver of receivers.filter(({ has_lane: hasLane }) => hasLane === 0)) {
    await openLane(tx, { type: receiver.receiver_type, id: receiver.receiver_id, lane, accountId, now });
  }
}

type OwnColumns = Pick<WrittenEvent, 'accountId' | 'inboxId' | 'type' | 'chainLength' | 'now'>;
type Columns = OwnColumns & PayloadTexts;

const columnsOf = (event: Placeholders<OwnColumns>) => ({
  account_id: event.accountId,
  inbox_id: event.inboxId,
  type: event.type,
  chain_length: event.chainLength,
  created_at: event.now,
});

function insertEvent(db: Db, event: Placeholders<Columns>) {
  return db
    .insertInto('events')
    .values({ ...columnsOf(event), ...payloadColumns(db, event) })
    .returning('id');
}

/** Gives no row where the layout is not there. SQLite only. */
const insertPacked = prepared((db, event: Placeholders<OwnColumns & { values: string; digest: string }>) => {
  const given = { ...columnsOf(event), payload: event.values };
  const names = Object.keys(given) as (keyof typeof given)[];
  return db
    .insertInto('events')
    .columns([...names, 'layout_id'])
    .expression((eb) =>
      eb
        .selectFrom('payload_layouts')
        .select([...names.map((name) => sql<never>`${given[name]}`.as(name)), 'id'])
        .where('digest', '=', event.digest)
        .limit(sql.lit(1)),
    )
    .returning('id');
});

const insertWhole = prepared((db, event: Placeholders<OwnColumns & { whole: string }>) =>
  db
    .insertInto('events')
    .values({ ...columnsOf(event), payload: event.whole })
    .returning('id'),
);

async function hasWebhook(tx: Tx, { accountId }: { accountId: number }): Promise<boolean> {
  return (await anyWebhook(tx, { accountId })).length > 0;
}

const anyWebhook = prepared((db, values: Placeholders<{ accountId: number }>) =>
  db.selectFrom('webhooks').select('id').where('account_id', '=', values.accountId).limit(sql.lit(1)),
);

type AtOnce = Omit<Due, 'eventId'> & Columns & { botIds: string; performer: string };

/** Also tells other processes of the event. The variant: whether the inbox's address receives it, and whether bots do. */
const writeAtOnce = prepared<AtOnce, `${boolean} ${boolean}`, unknown>((db, event, variant, tx) => {
  const [hasAddress, hasBots] = parseFlags(variant);
  const { accountId, lane, messageId, inboxId, now } = event;
  const due: DueSql = { accountId, lane, messageId, inboxId, now, eventId: sql<number>`(select id from event)` };
  const told =
    sql`pg_notify(${sql.lit(EVENTS_CHANNEL)}, id || ' ' || account_id || ${value<string>(tx, event.performer, 'text')})`.as(
      'told',
    );
  let deliveries = toWebhooks(db, due, event.type, tx);
  if (hasAddress) deliveries = deliveries.unionAll(toInbox(db, due, tx));
  if (hasBots) deliveries = deliveries.unionAll(toBots(db, due, event.botIds, tx));
  return db
    .with('event', () => insertEvent(db, event).returning(told))
    .with('due', () => insertDeliveries(db, deliveries))
    .insertInto('delivery_lanes')
    .columns(['receiver_type', 'receiver_id', 'lane', 'account_id', 'due_at'])
    .expression((eb) =>
      eb
        .selectFrom('due')
        .select([
          'receiver_type',
          'receiver_id',
          value<string>(tx, event.lane, 'text').as('lane'),
          value<number>(tx, event.accountId, 'int').as('account_id'),
          value<Date>(tx, event.now, 'timestamptz').as('due_at'),
        ]),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['receiver_type', 'receiver_id', 'lane'])
        .doUpdateSet((eb) => ({ lane: eb.ref('excluded.lane') })),
    );
});
