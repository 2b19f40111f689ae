import type { Tx } from '../../../db/tx.ts';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { type Placeholders, prepared } from '../../../db/prepared.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../entities/delivery.ts';
import { MAX_ID } from '../../../fields/id-in.ts';

/** A delivery to a webhook with the last attempt at it, if there was one. */
export type DeliveryRow = Awaited<ReturnType<typeof newest>>[number];

/** Which of a webhook's deliveries: of this status (null = any), with lower ids than `before` (null = all). */
export type DeliveryPage = { status: DeliveryStatus | null; before: number | null; limit: number };

/** The webhook's deliveries, the newest first. It need not exist any more. */
export function listDeliveries(tx: Tx, webhookId: number, page: DeliveryPage): Promise<DeliveryRow[]> {
  const statuses = page.status ?? DELIVERY_STATUSES.join(' ');
  // No row has the greatest id of all.
  return newest(tx, { webhookId, before: page.before ?? MAX_ID, limit: page.limit }, statuses);
}

/** The webhook's delivery with this id; null when there is none, or none any more. */
export async function findDelivery(tx: Tx, webhookId: number, id: number): Promise<DeliveryRow | null> {
  const [row] = await one(tx, { webhookId, id });
  return row ?? null;
}

type Values = { webhookId: number; before: number; limit: number };

/** Reads no more than `limit` rows of each status, in the order that the indexes have. The variant: the statuses. */
const newest = prepared((db, values: Placeholders<Values>, statuses: string) => {
  const ofStatus = (status: string) => {
    const part = db
      .selectFrom('deliveries')
      .select('id')
      .where('receiver_type', '=', sql.lit('Webhook' as const))
      .where('receiver_id', '=', values.webhookId)
      .where('status', '=', sql.lit(status as DeliveryStatus))
      .where('finished_at', status === 'pending' ? 'is' : 'is not', null)
      .where('id', '<', values.before)
      .orderBy('id', 'desc')
      .limit(values.limit);
    return db.selectFrom(part.as('part')).select('part.id');
  };
  const ids = statuses
    .split(' ')
    .map(ofStatus)
    .reduce((all, others) => all.unionAll(others));
  return selectDeliveries(db).where('d.id', 'in', ids).orderBy('d.id', 'desc').limit(values.limit);
});

const one = prepared((db, values: Placeholders<{ webhookId: number; id: number }>) =>
  selectDeliveries(db)
    .where('d.id', '=', values.id)
    .where('d.receiver_type', '=', sql.lit('Webhook' as const))
    .where('d.receiver_id', '=', values.webhookId),
);

function selectDeliveries(db: Db) {
  return db
    .selectFrom('deliveries as d')
    .innerJoin('events as e', 'e.id', 'd.event_id')
    .leftJoin('delivery_lanes as l', (join) =>
      join
        .onRef('l.receiver_type', '=', 'd.receiver_type')
        .onRef('l.receiver_id', '=', 'd.receiver_id')
        .onRef('l.lane', '=', 'd.lane'),
    )
    .leftJoin('delivery_attempts as a', (join) =>
      join.on('a.id', '=', (eb) =>
        eb
          .selectFrom('delivery_attempts as last')
          .select('last.id')
          .whereRef('last.delivery_id', '=', 'd.id')
          // The sign keeps PostgreSQL from going through all attempts in their order.
          .orderBy(sql`+ last.id`, 'desc')
          .limit(sql.lit(1)),
      ),
    )
    .select((eb) => [
      'd.id',
      'd.account_id as accountId',
      'd.receiver_id as webhookId',
      'd.event_id as eventId',
      'e.type',
      'd.status',
      'd.created_at as createdAt',
      'd.finished_at as finishedAt',
      'l.due_at as dueAt',
      'l.held_by as heldBy',
      'a.started_at as startedAt',
      'a.latency_ms as latencyMs',
      'a.status_code as statusCode',
      'a.error',
      'a.response',
      eb
        .selectFrom('delivery_attempts as each')
        .select((eb) => eb.fn.countAll<number | string>().as('count'))
        .whereRef('each.delivery_id', '=', 'd.id')
        .as('attempts'),
    ]);
}
