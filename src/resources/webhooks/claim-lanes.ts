import { randomUUID } from 'node:crypto';
import { skipLocked } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ReceiverType } from '../../entities/delivery.ts';

/** A lane that is this process's to send from, until `finishAttempt` or the end of the lease. */
export type Claim = { receiverType: ReceiverType; receiverId: number; lane: string; heldBy: string };

/** The columns that name a lane, in every table that has them. */
export const ofLane = (claim: Omit<Claim, 'heldBy'>) => ({
  receiver_type: claim.receiverType,
  receiver_id: claim.receiverId,
  lane: claim.lane,
});

/** How the receivers of deliveries are told apart. */
export const receiverKey = (receiver: { receiverType: ReceiverType; receiverId: number }) =>
  `${receiver.receiverType} ${receiver.receiverId}`;

/** How lanes are told apart. */
export const laneKey = (lane: Omit<Claim, 'heldBy'>) => `${receiverKey(lane)} ${lane.lane}`;

export type Capacity = {
  /** How many more lanes may be held in all, and of one receiver. */
  total: number;
  of(receiver: { receiverType: ReceiverType; receiverId: number }): number;
  /** Whether this process is at work on the lane: however long that takes, it does not begin a second time beside it. */
  holds(lane: Omit<Claim, 'heldBy'>): boolean;
  /** Receivers that may have no more. */
  full: { receiverType: ReceiverType; receiverId: number }[];
};

/** Looked at in one go; a receiver with more due lanes than this is let go on in the next. */
const CANDIDATES = 200;

/**
 * Takes lanes that are due at `now`, the longest due first, as far as `capacity` allows. What is taken stays so until
 * `leaseEnd`: when this process dies, another one takes it over then.
 */
export async function claimLanes(em: EntityManager, capacity: Capacity, now: Date, leaseEnd: Date): Promise<Claim[]> {
  // Mostly there is none, and a look is cheaper than a transaction, whose commit would ring for the next look.
  if ((await dueLanes(em, capacity.full, now).execute()).length === 0) return [];

  return inTransaction(em, async (em) => {
    const due = await skipLocked(em, dueLanes(em, capacity.full, now)).execute();
    const taken = pick(due, capacity).map((lane) => ({ ...lane, heldBy: randomUUID() }));
    for (const claim of taken) {
      await db(em)
        .updateTable('delivery_lanes')
        .set({ held_by: claim.heldBy, due_at: leaseEnd })
        .where((eb) => eb.and(ofLane(claim)))
        .execute();
    }
    return taken;
  });
}

function dueLanes(em: EntityManager, full: Capacity['full'], now: Date) {
  let query = db(em)
    .selectFrom('delivery_lanes')
    .select(['receiver_type as receiverType', 'receiver_id as receiverId', 'lane'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(CANDIDATES);
  for (const { receiverType, receiverId } of full) {
    query = query.where((eb) => eb.or([eb('receiver_type', '!=', receiverType), eb('receiver_id', '!=', receiverId)]));
  }
  return query;
}

function pick<T extends Omit<Claim, 'heldBy'>>(due: T[], capacity: Capacity): T[] {
  const counts = new Map<string, number>();
  const picked: T[] = [];
  for (const lane of due) {
    const count = counts.get(receiverKey(lane)) ?? 0;
    if (picked.length >= capacity.total) break;
    if (count >= capacity.of(lane) || capacity.holds(lane)) continue;
    counts.set(receiverKey(lane), count + 1);
    picked.push(lane);
  }
  return picked;
}
