import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import { skipLocked } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Attributes } from '../../entities/columns.ts';

/** A job that this process has claimed, until it is finished or its lease ends. */
export type ClaimedJob = {
  id: number;
  kind: string;
  accountId: number | null;
  payload: Attributes;
  /** Earlier attempts, including attempts cut off by the end of their process. */
  attemptsCount: number;
  createdAt: Date;
  leasedBy: string;
};

/** The part of a claimed job that identifies the claim. */
export type Lease = Pick<ClaimedJob, 'id' | 'leasedBy'>;

/** The most jobs to claim of an account (null = the installation), and the kinds of its due jobs. */
export type JobShare = { account: number | null; kinds: string[]; slots: number };

/**
 * Claims jobs due at `now`, the longest due of each account first, and counts the attempt. Other processes can claim them
 * after `leaseEnd`, for the case of a crash. Jobs `underWay` in this process are not claimed, even if their leases have ended.
 * `leasedBy` must be unique to each call.
 */
export function claimJobs(
  tx: Tx,
  shares: JobShare[],
  underWay: readonly number[],
  leasedBy: string,
  now: Date,
  leaseEnd: Date,
): Promise<ClaimedJob[]> {
  return inTransaction(tx, async (tx) => {
    const claimed: ClaimedJob[] = [];
    for (const share of shares) {
      for (const { dueAt: _, ...job } of await longestDue(tx, share, underWay, now)) {
        claimed.push({ ...job, leasedBy });
      }
    }
    for (const { id } of claimed) {
      await tx.db
        .updateTable('jobs')
        .set((eb) => ({
          leased_by: leasedBy,
          leased_until: leaseEnd,
          due_at: leaseEnd,
          attempts_count: eb('attempts_count', '+', 1),
        }))
        .where('id', '=', id)
        .execute();
    }
    return claimed;
  });
}

/** Extends the leases until `leaseEnd`, except those that this process no longer holds. */
export async function renewLeases(tx: Tx, leases: Lease[], leaseEnd: Date): Promise<void> {
  if (leases.length === 0) return;
  await held(tx, leases).set({ leased_until: leaseEnd, due_at: leaseEnd }).execute();
}

/**
 * Gives back unfinished jobs without counting the attempt, so that another process can start them at once. Jobs that this
 * process no longer holds are left alone.
 */
export async function giveBack(tx: Tx, leases: Lease[], now: Date): Promise<void> {
  if (leases.length === 0) return;
  await held(tx, leases).set(asBefore(now)).execute();
}

/**
 * Gives back all jobs of the claim `leasedBy` without counting the attempt, after the answer to the claim's commit was
 * lost.
 */
export async function giveBackJobs(tx: Tx, leasedBy: string, now: Date): Promise<void> {
  await tx.db
    .updateTable('jobs')
    .set(asBefore(now))
    .where('leased_by', '=', leasedBy)
    .where('status', '=', 'pending')
    .execute();
}

/**
 * Makes claimed jobs with a single attempt due at `now`, after their processes have ended. A job with several attempts may be
 * the cause of such an end: it waits for its lease, and leaves the new process some time.
 */
export async function giveBackAllJobs(tx: Tx, now: Date): Promise<void> {
  await tx.db
    .updateTable('jobs')
    .set({ leased_by: null, leased_until: null, due_at: now })
    .where('status', '=', 'pending')
    .where('leased_by', 'is not', null)
    .where('attempts_count', '<=', 1)
    .execute();
}

/** The columns of a released job that is due now, without the attempt counted by its claim. */
const asBefore = (now: Date) => ({
  leased_by: null,
  leased_until: null,
  due_at: now,
  attempts_count: sql<number>`attempts_count - 1`,
});

function held(tx: Tx, leases: Lease[]) {
  return tx.db
    .updateTable('jobs')
    .where('status', '=', 'pending')
    .where((eb) => eb.or(leases.map(({ id, leasedBy }) => eb.and({ id, leased_by: leasedBy }))));
}

/** One kind after the other: for several kinds together, a database would sort all due jobs. */
async function longestDue(tx: Tx, share: JobShare, underWay: readonly number[], now: Date) {
  const { kinds, slots } = share;
  const due: Awaited<ReturnType<typeof dueJobs>> = [];
  for (const kind of kinds) due.push(...(await dueJobs(tx, share, kind, underWay, now)));
  return due.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || a.id - b.id).slice(0, slots);
}

function dueJobs(tx: Tx, { account, slots }: JobShare, kind: string, underWay: readonly number[], now: Date) {
  const query = tx.db
    .selectFrom('jobs')
    .select([
      'id',
      'kind',
      'account_id as accountId',
      'payload',
      'attempts_count as attemptsCount',
      'created_at as createdAt',
      'due_at as dueAt',
    ])
    .where('status', '=', 'pending')
    .where('kind', '=', kind)
    .where('account_id', account === null ? 'is' : '=', account)
    .where('due_at', '<=', now)
    .$if(underWay.length > 0, (query) => query.where('id', 'not in', underWay))
    .orderBy('due_at')
    .orderBy('id')
    .limit(slots);
  return skipLocked(tx, query).execute();
}
