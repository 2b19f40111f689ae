import { sql } from 'kysely';
import { isPostgres, jsonRows, preferIndexes, waitBriefly } from '../../../db/dialect.ts';
import { type Placeholder, prepared } from '../../../db/prepared.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { ReceiverType } from '../../../entities/delivery.ts';
import type { Claim } from './claim-lanes.ts';
import type { DueDelivery } from './next-delivery.ts';
import type { Attempt } from './send.ts';

/** An attempt that has ended and is not written down yet. */
export type Ended = { claim: Claim; delivery: DueDelivery; attempt: Attempt };

/**
 * Writes down attempts that succeeded, all in a few statements, and lets go of their lanes. Returns those that it wrote. The
 * others, whose lanes were taken over or are locked, are left to `finishAttempt`, which waits for locks.
 */
export function finishDelivered(em: EntityManager, ended: Ended[], now: Date): Promise<Set<Ended>> {
  const of = new Map(ended.map((one) => [one.delivery.id, one]));
  return inTransaction(em, async (em) => {
    await preferIndexes(em);
    await waitBriefly(em);
    const held = await heldLanes(em, { rows: JSON.stringify(ended.map((one) => lineOf(em, one, now))) });
    const written = held.flatMap(({ deliveryId }) => of.get(deliveryId) ?? []);
    if (written.length === 0) return new Set();

    const rows = JSON.stringify(written.map((one) => lineOf(em, one, now)));
    await writeAttempts(em, { rows });
    await markDelivered(em, { rows, now });
    await noteSuccesses(em, { rows });
    await dropLanes(em, { rows });
    await releaseLanes(em, { rows, now });
    return new Set(written);
  });
}

type Line = {
  receiverType: ReceiverType;
  receiverId: number;
  lane: string;
  heldBy: string;
  deliveryId: number;
  startedAt: Date;
  latencyMs: number;
  statusCode: number | null;
  error: string | null;
  response: string | null;
};
const COLUMNS = {
  receiverType: 'text',
  receiverId: 'int',
  lane: 'text',
  heldBy: 'text',
  deliveryId: 'int',
  startedAt: 'timestamptz',
  latencyMs: 'int',
  statusCode: 'int',
  error: 'text',
  response: 'text',
} as const;

/** The attempt as the database reads it from JSON. */
function lineOf(em: EntityManager, { claim, delivery, attempt }: Ended, now: Date) {
  const startedAt = new Date(now.getTime() - attempt.latencyMs);
  const { latencyMs, statusCode, error, response } = attempt;
  const started = isPostgres(em) ? startedAt.toISOString() : startedAt.getTime();
  return { ...claim, deliveryId: delivery.id, startedAt: started, latencyMs, statusCode, error, response };
}

const lines = (em: EntityManager, rows: Placeholder<string>) => jsonRows<Line>(em, rows, COLUMNS).as('line');

/** Locks the lanes that are still ours until the commit: who plans a delivery for one now waits. */
const heldLanes = prepared<{ rows: string }, void, { deliveryId: number }>((db, { rows }, _, em) => {
  const query = db
    .selectFrom(lines(em, rows))
    .innerJoin('delivery_lanes as l', (join) =>
      join
        .onRef('l.receiver_type', '=', 'line.receiverType')
        .onRef('l.receiver_id', '=', 'line.receiverId')
        .onRef('l.lane', '=', 'line.lane')
        .onRef('l.held_by', '=', 'line.heldBy'),
    )
    .select('line.deliveryId');
  return isPostgres(em) ? query.forUpdate('l').skipLocked() : query;
});

const writeAttempts = prepared<{ rows: string }, void, unknown>((db, { rows }, _, em) =>
  db
    .insertInto('delivery_attempts')
    .columns(['delivery_id', 'started_at', 'latency_ms', 'status_code', 'error', 'response'])
    .expression(
      db
        .selectFrom(lines(em, rows))
        .innerJoin('deliveries as d', 'd.id', 'line.deliveryId')
        .select(['d.id', 'line.startedAt', 'line.latencyMs', 'line.statusCode', 'line.error', 'line.response']),
    ),
);

const markDelivered = prepared<{ rows: string; now: Date }, void, unknown>((db, { rows, now }, _, em) =>
  db
    .updateTable('deliveries')
    .set((eb) => ({
      status: sql.lit('delivered' as const),
      attempts_count: eb('attempts_count', '+', 1),
      finished_at: now,
    }))
    .where('id', 'in', db.selectFrom(lines(em, rows)).select('line.deliveryId')),
);

/** As `noteSuccess`, for all of their webhooks. */
const noteSuccesses = prepared<{ rows: string }, void, unknown>((db, { rows }, _, em) =>
  db
    .updateTable('webhooks')
    .set({ failing_since: null, exhausted_count: 0 })
    .where(
      'id',
      'in',
      db
        .selectFrom(lines(em, rows))
        .select('line.receiverId')
        .where('line.receiverType', '=', sql.lit('Webhook' as const)),
    )
    .where('failing_since', 'is not', null),
);

const dropLanes = prepared<{ rows: string }, void, unknown>((db, { rows }, _, em) =>
  db
    .deleteFrom('delivery_lanes')
    .where(sql`(receiver_type, receiver_id, lane)`, 'in', laneOf(em, rows))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as d')
            .select(sql.lit(1).as('one'))
            .whereRef('d.receiver_type', '=', 'delivery_lanes.receiver_type')
            .whereRef('d.receiver_id', '=', 'delivery_lanes.receiver_id')
            .whereRef('d.lane', '=', 'delivery_lanes.lane')
            .where('d.status', '=', sql.lit('pending' as const)),
        ),
      ),
    ),
);

/** The lanes that are left have something pending, which is due now. */
const releaseLanes = prepared<{ rows: string; now: Date }, void, unknown>((db, { rows, now }, _, em) =>
  db
    .updateTable('delivery_lanes')
    .set({ held_by: null, due_at: now })
    .where(sql`(receiver_type, receiver_id, lane)`, 'in', laneOf(em, rows)),
);

const laneOf = (em: EntityManager, rows: Placeholder<string>) =>
  sql<never>`(select line.${sql.ref('receiverType')}, line.${sql.ref('receiverId')}, line.lane from ${lines(em, rows)})`;
