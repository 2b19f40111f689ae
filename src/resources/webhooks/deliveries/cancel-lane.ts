import { preferIndexes } from '../../../db/dialect.ts';
import { db, type EntityManager } from '../../../db/orm.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { type Claim, ofLane } from './claim-lanes.ts';
import { holdLanes, releaseLanes } from './lanes.ts';

/** Ends whatever is pending in a lane whose receiver is gone or disabled. */
export function cancelLane(em: EntityManager, claim: Claim, now: Date): Promise<void> {
  return inTransaction(em, async (em) => {
    await preferIndexes(em);
    const held = await holdLanes(em, [claim], 'wait');
    if (held.length === 0) return;
    await db(em)
      .updateTable('deliveries')
      .set({ status: 'cancelled', finished_at: now })
      .where((eb) => eb.and(ofLane(claim)))
      .where('status', '=', 'pending')
      .execute();
    await releaseLanes(em, held, now);
  });
}
