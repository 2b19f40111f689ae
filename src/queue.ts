import { json, withRowLock, takeAdvisoryLock } from './db/dialect.ts';
import { db, type EntityManager } from './db/orm.ts';
import { inTransaction } from './db/transaction.ts';
import type { Attributes } from './entities/columns.ts';

/** Slow work to be done after the commit. */
export type NewJob = {
  /** What is to be done: the name of a file in src/jobs, in snake case. */
  kind: string;
  /** Null = for the installation. */
  accountId: number | null;
  payload: Attributes;
  /** What it is about: an older job of the kind about the same is dropped. Null = it stands for itself. */
  subject?: string | null;
};

/** Writes the job down in the transaction of the change that asks for it: both are kept, or neither is. */
export async function enqueue(em: EntityManager, job: NewJob, now: Date): Promise<void> {
  if (job.subject) await dropJobs(em, job.kind, job.subject);
  await db(em)
    .insertInto('jobs')
    .values({
      kind: job.kind,
      subject: job.subject ?? null,
      account_id: job.accountId,
      payload: json(job.payload),
      due_at: now,
      created_at: now,
    })
    .execute();
}

/**
 * Queues a job for the installation unless one of the kind is there already: for what looks around for all that is to be
 * done. One that is under way may have looked already; the next time comes soon. One that waits after a failure is due now.
 */
export function enqueueOnce(em: EntityManager, kind: string, now: Date): Promise<void> {
  return inTransaction(em, async (em) => {
    await takeAdvisoryLock(em, 'timetable', 0);
    const waiting = await db(em)
      .selectFrom('jobs')
      .select('id')
      .where('status', '=', 'pending')
      .where('kind', '=', kind)
      .limit(1)
      .executeTakeFirst();
    if (waiting) await bringForward(em, kind, now);
    else await enqueue(em, { kind, accountId: null, payload: {} }, now);
  });
}

/** Whatever pause a failure was given, what is queued again and again does not come later for it. */
async function bringForward(em: EntityManager, kind: string, now: Date): Promise<void> {
  await db(em)
    .updateTable('jobs')
    .set({ due_at: now })
    .where('status', '=', 'pending')
    .where('kind', '=', kind)
    .where('leased_by', 'is', null)
    .where('due_at', '>', now)
    .execute();
}

/** Whether a job of the kind has ended well since `time`; ended jobs are known for a week. */
export async function wasDoneSince(em: EntityManager, kind: string, time: Date): Promise<boolean> {
  const done = await db(em)
    .selectFrom('jobs')
    .select('id')
    .where('status', '=', 'done')
    .where('kind', '=', kind)
    .where('due_at', '>=', time)
    .limit(1)
    .executeTakeFirst();
  return done !== undefined;
}

/** Forgets what is still to be done about `subject`; what is under way finds out when it writes (`lockPendingJob`). */
export async function dropJobs(em: EntityManager, kind: string, subject: string): Promise<void> {
  await db(em)
    .deleteFrom('jobs')
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .where('status', '=', 'pending')
    .execute();
}

/**
 * Holds the job under way until the end of the transaction that writes what came of it. False when it has been dropped
 * meanwhile, and nothing is to be written.
 */
export async function lockPendingJob(em: EntityManager, id: number): Promise<boolean> {
  const job = db(em).selectFrom('jobs').select('id').where('id', '=', id).where('status', '=', 'pending');
  return (await withRowLock(em, job).executeTakeFirst()) !== undefined;
}

/**
 * Ends the job under way in the transaction that writes what came of it: killed after the commit, it is not done again.
 * False when it has been dropped meanwhile, and nothing is to be written.
 */
export async function endJob(em: EntityManager, id: number, now: Date): Promise<boolean> {
  const ended = await db(em)
    .updateTable('jobs')
    .set({ status: 'done', due_at: now, finished_at: now, leased_by: null, leased_until: null })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return Number(ended.numUpdatedRows) === 1;
}
