import type { Tx } from '../../../db/tx.ts';
import { inList, jsonRows } from '../../../db/dialect.ts';
import { prepared } from '../../../db/prepared.ts';
import type { DeliveryStatus } from '../../../entities/delivery.ts';
import type { Claim } from './claim-lanes.ts';
import type { DueDelivery } from './next-delivery.ts';
import type { Attempt } from './send.ts';

/** An attempt that has ended and is not stored yet. */
export type Ended = { claim: Claim; delivery: DueDelivery; attempt: Attempt };

/** Stores attempts that ended at `now`. Those of deleted deliveries are left out. */
export async function writeAttempts(tx: Tx, ended: Ended[], now: Date): Promise<void> {
  const rows = ended.map(({ delivery, attempt: { latencyMs, statusCode, error, response } }) => {
    const startedAt = new Date(now.getTime() - latencyMs);
    // The form in which each database reads a time from JSON.
    const started = tx.isPostgres ? startedAt.toISOString() : startedAt.getTime();
    return { deliveryId: delivery.id, startedAt: started, latencyMs, statusCode, error, response };
  });
  await insertAttempts(tx, { rows: JSON.stringify(rows) });
}

/** Counts one more attempt of each delivery and sets their status; `finishedAt` null = they will be tried again. */
export async function markDeliveries(
  tx: Tx,
  deliveries: DueDelivery[],
  status: DeliveryStatus,
  finishedAt: Date | null,
): Promise<void> {
  await mark(tx, { ids: JSON.stringify(deliveries.map(({ id }) => id)), status, finishedAt });
}

type Line = {
  deliveryId: number;
  startedAt: Date;
  latencyMs: number;
  statusCode: number | null;
  error: string | null;
  response: string | null;
};
const COLUMNS = {
  deliveryId: 'int',
  startedAt: 'timestamptz',
  latencyMs: 'int',
  statusCode: 'int',
  error: 'text',
  response: 'text',
} as const;

const insertAttempts = prepared<{ rows: string }, void, unknown>((db, { rows }, _, tx) =>
  db
    .insertInto('delivery_attempts')
    .columns(['delivery_id', 'started_at', 'latency_ms', 'status_code', 'error', 'response'])
    .expression(
      db
        .selectFrom(jsonRows<Line>(tx, rows, COLUMNS).as('line'))
        .innerJoin('deliveries as d', 'd.id', 'line.deliveryId')
        .select(['d.id', 'line.startedAt', 'line.latencyMs', 'line.statusCode', 'line.error', 'line.response']),
    ),
);

const mark = prepared<{ ids: string; status: DeliveryStatus; finishedAt: Date | null }, void, unknown>(
  (db, { ids, status, finishedAt }, _, tx) =>
    db
      .updateTable('deliveries')
      .set((eb) => ({ status, attempts_count: eb('attempts_count', '+', 1), finished_at: finishedAt }))
      .where(inList(tx, 'id', ids)),
);
