import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';

/** Events in one batch with their deliveries and attempts: a thousand rows, some milliseconds on SQLite. */
const BATCH = 200;

/**
 * The number of the last event of the batch that follows the event number `after`; null = no event of the batch is
 * older than `oldest`. No later event is older then, because numbers are in the order of time.
 */
export async function batchEnd(tx: Tx, after: number, oldest: Date): Promise<number | null> {
  const events = await tx.db
    .selectFrom('events')
    .select(['id', 'created_at as createdAt'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  return events.some(({ createdAt }) => createdAt < oldest) ? (events.at(-1)?.id ?? null) : null;
}

/**
 * Deletes those of the events numbered from `after` + 1 to `upTo` that are older than `oldest`, with their deliveries
 * and attempts, except events with a delivery that is pending, or ended at `oldest` or later.
 */
export async function deleteFinishedEvents(
  tx: Tx,
  { after, upTo }: { after: number; upTo: number },
  oldest: Date,
): Promise<void> {
  await tx.db
    .deleteFrom('events')
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where('created_at', '<', oldest)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as d')
            .select(sql.lit(1).as('one'))
            .whereRef('d.event_id', '=', 'events.id')
            .where((eb) => eb.or([eb('d.status', '=', 'pending'), eb('d.finished_at', '>=', oldest)])),
        ),
      ),
    )
    .execute();
}
