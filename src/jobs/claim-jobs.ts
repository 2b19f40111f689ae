import { randomUUID } from 'node:crypto';
import { skipLocked } from '../db/dialect.ts';
import { db, type EntityManager } from '../db/orm.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Attributes } from '../entities/columns.ts';

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

/**
 * Takes at most `count` jobs of these `kinds` that are due at `now`, the longest due first. They stay taken until
 * `leaseEnd`: when this process dies, another one takes them over then. Those that it is at work on, `underWay`, are
 * never taken, however long that takes.
 */
export async function claimJobs(
  em: EntityManager,
  kinds: readonly string[],
  underWay: readonly number[],
  count: number,
  now: Date,
  leaseEnd: Date,
): Promise<ClaimedJob[]> {
  // Mostly there is none, and a look is cheaper than a transaction, whose commit would ring for the next look.
  if ((await dueJobs(em, kinds, underWay, 1, now).execute()).length === 0) return [];

  return inTransaction(em, async (em) => {
    const due = await skipLocked(em, dueJobs(em, kinds, underWay, count, now)).execute();
    const claimed = due.map((job) => ({ ...job, leasedBy: randomUUID() }));
    for (const { id, leasedBy } of claimed) {
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
  await held(em, leases)
    .set((eb) => ({ leased_by: null, leased_until: null, due_at: now, attempts_count: eb('attempts_count', '-', 1) }))
    .execute();
}

function held(em: EntityManager, leases: Lease[]) {
  return db(em)
    .updateTable('jobs')
    .where('status', '=', 'pending')
    .where((eb) => eb.or(leases.map(({ id, leasedBy }) => eb.and({ id, leased_by: leasedBy }))));
}

function dueJobs(em: EntityManager, kinds: readonly string[], underWay: readonly number[], count: number, now: Date) {
  return db(em)
    .selectFrom('jobs')
    .select([
      'id',
      'kind',
      'account_id as accountId',
      'payload',
      'attempts_count as attemptsCount',
      'created_at as createdAt',
    ])
    .where('status', '=', 'pending')
    .where('due_at', '<=', now)
    .where('kind', 'in', kinds)
    .$if(underWay.length > 0, (query) => query.where('id', 'not in', underWay))
    .orderBy('due_at')
    .orderBy('id')
    .limit(count);
}
