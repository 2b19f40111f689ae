import type { Tx } from '../../../db/tx.ts';
import { sql } from 'kysely';
import { preferIndexes, skipLocked, textsIn } from '../../../db/dialect.ts';
import { prepared } from '../../../db/prepared.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { ReceiverType } from '../../../entities/delivery.ts';
import type { WaitingReceiver } from './waiting-receivers.ts';

/**
 * A lane leased by this process, until the result of an attempt is stored, the lane is cancelled, or the lease ends.
 * `heldBy` names the call of `claimLanes`.
 */
export type Claim = WaitingReceiver & { lane: string; heldBy: string };

/** The columns that identify a lane, in every table that has them. */
export const ofLane = (claim: Pick<Claim, 'receiverType' | 'receiverId' | 'lane'>) => ({
  receiver_type: claim.receiverType,
  receiver_id: claim.receiverId,
  lane: claim.lane,
});

/** The key of a receiver, for maps. */
export const receiverKey = (receiver: { receiverType: ReceiverType; receiverId: number }) =>
  `${receiver.receiverType} ${receiver.receiverId}`;

/** The key of a lane, for maps. */
export const laneKey = (lane: Pick<Claim, 'receiverType' | 'receiverId' | 'lane'>) =>
  `${receiverKey(lane)} ${lane.lane}`;

/** The most lanes to claim for a receiver. */
export type Share = { receiver: WaitingReceiver; slots: number };

/**
 * Claims lanes that are due at `now`, for each receiver the longest due first, until `leaseEnd`; if this process dies,
 * another can claim them then. Lanes in `underWay`, on which this process is still working, are never claimed, even
 * after their leases end. `heldBy` must be different in each call.
 */
export function claimLanes(
  tx: Tx,
  shares: Share[],
  underWay: readonly Claim[],
  heldBy: string,
  now: Date,
  leaseEnd: Date,
): Promise<Claim[]> {
  const busyLanes = Map.groupBy(underWay, receiverKey);
  return inTransaction(tx, async (tx) => {
    await preferIndexes(tx);
    const claims: Claim[] = [];
    for (const { receiver, slots } of shares) {
      const busy = JSON.stringify((busyLanes.get(receiverKey(receiver)) ?? []).map(({ lane }) => lane));
      const lanes = await claimOfReceiver(tx, { ...receiver, slots, busy, now, leaseEnd, heldBy });
      claims.push(...lanes.map(({ lane }) => ({ ...receiver, lane, heldBy })));
    }
    return claims;
  });
}

/**
 * Releases the lanes claimed with `heldBy`, which are due at `now` again: for when the answer to the commit was lost,
 * so that it is not known which lanes they are.
 */
export async function giveBackLanes(tx: Tx, heldBy: string, now: Date): Promise<void> {
  await tx.db.updateTable('delivery_lanes').set({ held_by: null, due_at: now }).where('held_by', '=', heldBy).execute();
}

/** Makes all claimed lanes due at `now`: for when the processes that have claimed them have ended. */
export async function giveBackAllLanes(tx: Tx, now: Date): Promise<void> {
  await tx.db
    .updateTable('delivery_lanes')
    .set({ held_by: null, due_at: now })
    .where('held_by', 'is not', null)
    .execute();
}

type Wanted = WaitingReceiver & { slots: number; busy: string; now: Date; leaseEnd: Date; heldBy: string };

const claimOfReceiver = prepared<Wanted, void, { lane: string }>((db, of, _, tx) =>
  db
    .with('due', (db) =>
      skipLocked(
        tx,
        db
          .selectFrom('delivery_lanes')
          .select('lane')
          .where('account_id', '=', of.accountId)
          .where('receiver_type', '=', of.receiverType)
          .where('receiver_id', '=', of.receiverId)
          .where('due_at', '<=', of.now)
          .where('lane', 'not in', sql<string>`(${textsIn(tx, of.busy)})`)
          .orderBy('due_at')
          .limit(of.slots),
      ),
    )
    .updateTable('delivery_lanes')
    .set({ held_by: of.heldBy, due_at: of.leaseEnd })
    .where('receiver_type', '=', of.receiverType)
    .where('receiver_id', '=', of.receiverId)
    .where('lane', 'in', (eb) => eb.selectFrom('due').select('due.lane'))
    .returning('lane'),
);
