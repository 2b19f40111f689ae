import { sql } from 'kysely';
import { skipLocked } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Attributes } from '../../entities/columns.ts';

/** A job that is this process's to do, as long as its lease is renewed and it has not been finished. */
export type ClaimedJob = {
  id: number;
  kind: string;
  accountId: number | null;
  payload: Attributes;
  /** Attempts before this one; those that were cut off by the end of their process count too. */
  attemptsCount: number;
  createdAt: Date;
  leasedBy: string;
};

/** The part of a claim that names it. */
export type Lease = Pick<ClaimedJob, 'id' | 'leasedBy'>;

/** The most jobs that are to be taken of an account, and the kinds of which it has any. */
export type JobShare = { account: number | null; kinds: string[]; places: number };

/**
 * Takes jobs that are due at `now`, of each account the longest due first. They stay taken until `leaseEnd`: when this
 * process dies, another one takes them over then. Those that it is at work on, `underWay`, are never taken, even if their
 * leases have ended. `leasedBy` is another one for each call.
 */
export function claimJobs(
  em: EntityManager,
  shares: JobShare[],
  underWay: readonly number[],
  leasedBy: string,
  now: Date,
  leaseEnd: Date,
): Promise<ClaimedJob[]> {
  return inTransaction(em, async (em) => {
    const claimed: ClaimedJob[] = [];
    for (const share of shares) {
      for (const { dueAt: _, ...job } of await longestDue(em, share, underWay, now)) {
        claimed.push({ ...job, leasedBy });
      }
    }
    for (const { id } of claimed) {
      await db(em)
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

/** Keeps what is under way from being taken over until `leaseEnd`. */
export async function renewLeases(em: EntityManager, leases: Lease[], leaseEnd: Date): Promise<void> {
  if (leases.length === 0) return;
  await held(em, leases).set({ leased_until: leaseEnd, due_at: leaseEnd }).execute();
}

/** Gives back what has not been finished, for another process to begin anew at once. */
export async function giveBack(em: EntityManager, leases: Lease[], now: Date): Promise<void> {
  if (leases.length === 0) return;
  await held(em, leases).set(asBefore(now)).execute();
}

/** Gives back what the claim `leasedBy` took if the answer to its commit was lost, so that nobody knows of it. */
export async function giveBackJobs(em: EntityManager, leasedBy: string, now: Date): Promise<void> {
  await db(em)
    .updateTable('jobs')
    .set(asBefore(now))
    .where('leased_by', '=', leasedBy)
    .where('status', '=', 'pending')
    .execute();
}

/** Undoes a claim. */
const asBefore = (now: Date) => ({
  leased_by: null,
  leased_until: null,
  due_at: now,
  attempts_count: sql<number>`attempts_count - 1`,
});

function held(em: EntityManager, leases: Lease[]) {
  return db(em)
    .updateTable('jobs')
    .where('status', '=', 'pending')
    .where((eb) => eb.or(leases.map(({ id, leasedBy }) => eb.and({ id, leased_by: leasedBy }))));
}

/** One kind after the other: of several together, a database would sort all that are due. */
async function longestDue(em: EntityManager, share: JobShare, underWay: readonly number[], now: Date) {
  const { kinds, places } = share;
  const due: Awaited<ReturnType<typeof dueJobs>> = [];
  for (const kind of kinds) due.push(...(await dueJobs(em, share, kind, underWay, now)));
  return due.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || a.id - b.id).slice(0, places);
}

function dueJobs(
  em: EntityManager,
  { account, places }: JobShare,
  kind: string,
  underWay: readonly number[],
  now: Date,
) {
  const query = db(em)
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
    .limit(places);
  return skipLocked(em, query).execute();
}
