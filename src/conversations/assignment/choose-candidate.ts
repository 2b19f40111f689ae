import type { AssignmentOrder } from '../../entities/assignment-policy.ts';
import type { Candidate } from './candidates.ts';

/** How many open conversations one member may have in the inbox, and turns within the policy's window; null = any number. */
export type Limits = { inbox: number | null; turns: number | null };

/** Whether the member may get one more conversation automatically. */
export function takesMore({ open, counted, capacity, turns }: Candidate, limits: Limits): boolean {
  const isBelow = (number: number, limit: number | null) => limit === null || number < limit;
  return isBelow(open, limits.inbox) && isBelow(counted, capacity) && isBelow(turns, limits.turns);
}

/** Who of the members is next; undefined = there are none. */
export function firstOf(candidates: readonly Candidate[], order: AssignmentOrder): Candidate | undefined {
  const byTurn = (one: Candidate, other: Candidate) =>
    (one.lastAssignedAt?.getTime() ?? 0) - (other.lastAssignedAt?.getTime() ?? 0) || one.id - other.id;
  const byNumber = (one: Candidate, other: Candidate) => one.open - other.open || byTurn(one, other);
  return candidates.toSorted(order === 'balanced' ? byNumber : byTurn)[0];
}
