import type { Tx } from '../../../db/tx.ts';
import { type Expression, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** The webhook's pending deliveries as `d`, found by its lanes: every pending one has a lane. */
export function pendingOf(db: Db, webhookId: Expression<number> | number) {
  return db
    .selectFrom('delivery_lanes as l')
    .innerJoin('deliveries as d', (join) =>
      join
        .onRef('d.receiver_type', '=', 'l.receiver_type')
        .onRef('d.receiver_id', '=', 'l.receiver_id')
        .onRef('d.lane', '=', 'l.lane'),
    )
    .where('d.status', '=', sql.lit('pending' as const))
    .where('l.receiver_type', '=', sql.lit('Webhook' as const))
    .where('l.receiver_id', '=', webhookId);
}

/** How many of them have ids from `from` to `upTo`. */
export async function countPending(tx: Tx, webhookId: number, from: number, upTo: number): Promise<number> {
  const { count } = await pendingOf(tx.db, webhookId)
    .where('d.id', '>=', from)
    .where('d.id', '<=', upTo)
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
