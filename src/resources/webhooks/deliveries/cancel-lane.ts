import type { Tx } from '../../../db/tx.ts';
import { preferIndexes } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { type Claim, ofLane } from './claim-lanes.ts';
import { lockLanes, releaseLanes } from './lanes.ts';

/**
 * Cancels the pending deliveries of a lane, if any, and releases it: its receiver was deleted or disabled, or nothing
 * is pending. Does nothing when another process has claimed the lane since.
 */
export function cancelLane(tx: Tx, claim: Claim, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await preferIndexes(tx);
    const held = await lockLanes(tx, [claim], 'wait');
    if (held.length === 0) return;
    await tx.db
      .updateTable('deliveries')
      .set({ status: 'cancelled', finished_at: now })
      .where((eb) => eb.and(ofLane(claim)))
      .where('status', '=', 'pending')
      .execute();
    await releaseLanes(tx, held, now);
  });
}
