import { preferIndexes, waitBriefly } from '../../../db/dialect.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { inTransaction } from '../../../db/transaction.ts';
/** An attempt that has ended and is not stored yet. */
import { type Ended, markDeliveries, writeAttempts } from './attempts.ts';
import { holdLanes, releaseLanes } from './lanes.ts';
import { noteSuccesses } from './webhook-health.ts';

/**
 * Stores attempts that succeeded, in a few statements, and releases their lanes. Returns the stored ones. The others,
 * whose lanes were claimed by another process or are locked, are left to `finishAttempt`, which waits for locks.
 */
export function finishDelivered(em: EntityManager, ended: Ended[], now: Date): Promise<Set<Ended>> {
  return inTransaction(em, async (em) => {
    await preferIndexes(em);
    await waitBriefly(em);
    const claims = ended.map(({ claim }) => claim);
    const held = await holdLanes(em, claims, 'skip');
    const written = ended.filter(({ claim }) => held.includes(claim));
    if (written.length === 0) return new Set();

    await writeAttempts(em, written, now);
    const deliveries = written.map(({ delivery }) => delivery);
    await markDeliveries(em, deliveries, 'delivered', now);
    await noteSuccesses(em, held);
    await releaseLanes(em, held, now);
    return new Set(written);
  });
}
/** The attempt as the database reads it from JSON. */
/** Locks the lanes that this process still leases, so that new deliveries for them wait until the commit. */
/** As `noteSuccess`, for all webhooks of the rows. */
/** Makes the remaining lanes due now; each has something pending. */
