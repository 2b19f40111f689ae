import type { Tx } from './db/tx.ts';
import { json, withRowLock, takeAdvisoryLock } from './db/dialect.ts';
import { inTransaction } from './db/transaction.ts';
import type { Attributes } from './entities/columns.ts';

/** Slow work for after the commit. */
export type NewJob = {
  /** The kind of work. Jobs of a kind without a handler in src/jobs/job-kinds.ts stay pending. */
  kind: string;
  /** Null = for the installation. */
  accountId: number | null;
  payload: Attributes;
  /** The subject: a new job replaces a pending job of the same kind and subject. Null = replaces none. */
  subject?: string | null;
  /** When it is due; absent = now. */
  dueAt?: Date;
};

/**
 * Stores a job in the transaction of the change that needs it, so that both are committed or neither. Pending jobs of
 * the same kind and subject are deleted.
 */
export async function enqueue(tx: Tx, job: NewJob, now: Date): Promise<void> {
  if (job.subject) await dropJobs(tx, job.kind, job.subject);
  await tx.db
    .insertInto('jobs')
    .values({
      kind: job.kind,
      subject: job.subject ?? null,
      account_id: job.accountId,
      payload: json(job.payload),
      due_at: job.dueAt ?? now,
      created_at: now,
    })
    .execute();
}

/**
 * Queues a job unless one of these kinds about the same subject is pending. Its caller holds a lock for the subject,
 * since two transactions at a time would both queue one.
 */
export async function enqueueUnlessPending(
  tx: Tx,
  kinds: readonly string[],
  job: NewJob & { subject: string },
  now: Date,
): Promise<void> {
  const pending = await tx.db
    .selectFrom('jobs')
    .select('id')
    .where('subject', '=', job.subject)
    .where('kind', 'in', kinds)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  if (!pending) await enqueue(tx, job, now);
}

/**
 * Queues a job for the installation, unless a job of the kind waits or is under way: for jobs that look for all due work
 * themselves. A job that waits after a failure becomes due now. Work that a running job misses is left to a later call.
 */
export function enqueueOnce(tx: Tx, kind: string, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await takeAdvisoryLock(tx, 'timetable', 0);
    const waiting = await tx.db
      .selectFrom('jobs')
      .select('id')
      .where('status', '=', 'pending')
      .where('kind', '=', kind)
      .limit(1)
      .executeTakeFirst();
    if (waiting) await bringForward(tx, kind, now);
    else await enqueue(tx, { kind, accountId: null, payload: {} }, now);
  });
}

/** Makes a pending job of the kind due now, so that a pause after a failure does not delay recurring work. */
async function bringForward(tx: Tx, kind: string, now: Date): Promise<void> {
  await tx.db
    .updateTable('jobs')
    .set({ due_at: now })
    .where('status', '=', 'pending')
    .where('kind', '=', kind)
    .where('leased_by', 'is', null)
    .where('due_at', '>', now)
    .execute();
}

/** Whether a job of the kind has succeeded since `time`; finished jobs are kept for a week. */
export async function wasDoneSince(tx: Tx, kind: string, time: Date): Promise<boolean> {
  const done = await tx.db
    .selectFrom('jobs')
    .select('id')
    .where('status', '=', 'done')
    .where('kind', '=', kind)
    .where('due_at', '>=', time)
    .limit(1)
    .executeTakeFirst();
  return done !== undefined;
}

/**
 * Deletes pending jobs of the kind about `subject`; a running job notices when it writes its result (`lockPendingJob`,
 * `endJob`).
 */
export async function dropJobs(tx: Tx, kind: string, subject: string): Promise<void> {
  await tx.db
    .deleteFrom('jobs')
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .where('status', '=', 'pending')
    .execute();
}

/**
 * Locks the row of the job under way in the transaction that writes its result. False when the job has been dropped or
 * has ended, and the result must not be written.
 */
export async function lockPendingJob(tx: Tx, id: number): Promise<boolean> {
  const job = tx.db.selectFrom('jobs').select('id').where('id', '=', id).where('status', '=', 'pending');
  return (await withRowLock(tx, job).executeTakeFirst()) !== undefined;
}

/**
 * Marks the job under way as done in the transaction that writes its result, so that it is not repeated if the process
 * is killed after the commit. False when the job has been dropped or has ended, and the result must not be written.
 */
export async function endJob(tx: Tx, id: number, now: Date): Promise<boolean> {
  const ended = await tx.db
    .updateTable('jobs')
    .set({ status: 'done', due_at: now, finished_at: now, leased_by: null, leased_until: null })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return Number(ended.numUpdatedRows) === 1;
}
