import type { Tx } from '../../../db/tx.ts';
import { preferIndexes, waitBriefly } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { type Ended, markDeliveries, writeAttempts } from './attempts.ts';
import { lockLanes, releaseLanes } from './lanes.ts';
import { noteSuccesses } from './webhook-health.ts';

/**
 * Stores attempts that succeeded, in a few statements, and releases their lanes. Returns the stored ones. The others,
 * whose lanes were claimed by another process or are locked, are left to `finishAttempt`, which waits for locks.
 */
export function finishDelivered(tx: Tx, ended: Ended[], now: Date): Promise<Set<Ended>> {
  return inTransaction(tx, async (tx) => {
    await preferIndexes(tx);
    await waitBriefly(tx);
    const claims = ended.map(({ claim }) => claim);
    const held = await lockLanes(tx, claims, 'skip');
    const written = ended.filter(({ claim }) => held.includes(claim));
    if (written.length === 0) return new Set();

    await writeAttempts(tx, written, now);
    const deliveries = written.map(({ delivery }) => delivery);
    await markDeliveries(tx, deliveries, 'delivered', now);
    await noteSuccesses(tx, held);
    await releaseLanes(tx, held, now);
    return new Set(written);
  });
}
