import { db, type EntityManager } from '../../db/orm.ts';
import type { JobStatus } from '../../entities/job.ts';
import { HOUR } from '../../time.ts';
import type { ClaimedJob } from './claim-jobs.ts';

/** How an attempt at a job ended; `error` null = it is done. `isFault`: because of a fault of the database or of a disk. */
export type JobResult = { error: string | null; retry: boolean; isFault?: boolean };

/** What became of it; `dueAt` null = it is over. */
export type Finished = { status: JobStatus; dueAt: Date | null };

/** Pauses after failed attempts: a few short ones, so many times the first, then longer ones. The last attempt is about a day after the first. */
const SHORT_PAUSES = [1, 5, 25];
const LONG_PAUSES_MS = [1, 2, 4, 8, 8].map((hours) => hours * HOUR);
/** A job that has had more was never ended by its handler: each time, the process ended with it. */
export const MAX_ATTEMPTS = SHORT_PAUSES.length + LONG_PAUSES_MS.length + 1;
/** Pause after an attempt that a fault ended. It does not count: the job is as good as before. */
const FAULT_PAUSE_MS = 5000;
/** Part of each pause that is left to chance, so that what failed together does not come back together. */
const JITTER = 0.1;
/** Characters of an error that are kept. */
const ERROR_LENGTH = 1000;

/**
 * Writes down how an attempt ended: the job is done, due again later, or dead; `firstRetryMs` is the pause after the first
 * attempt, `random` is from 0 to 1. Null when the job is not this process's any more: it was dropped, or its lease ran out.
 */
export async function finishJob(
  em: EntityManager,
  job: ClaimedJob,
  result: JobResult,
  firstRetryMs: number,
  now: Date,
  random: number,
): Promise<Finished | null> {
  const dueAt = result.isFault
    ? new Date(now.getTime() + FAULT_PAUSE_MS)
    : result.error !== null && result.retry
      ? nextAttempt(job.attemptsCount, firstRetryMs, now, random)
      : null;
  const status = result.error === null ? 'done' : dueAt ? 'pending' : 'dead';
  const updated = await db(em)
    .updateTable('jobs')
    .set((eb) => ({
      status,
      due_at: dueAt ?? now,
      attempts_count: result.isFault ? job.attemptsCount : job.attemptsCount + 1,
      leased_by: null,
      leased_until: null,
      last_error: result.error === null ? eb.ref('last_error') : storable(result.error),
      finished_at: dueAt ? null : now,
    }))
    .where('id', '=', job.id)
    .where('leased_by', '=', job.leasedBy)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return Number(updated.numUpdatedRows) === 1 ? { status, dueAt } : null;
}

/** When to try again after as many attempts as this; null = never. */
function nextAttempt(attemptsBefore: number, firstRetryMs: number, now: Date, random: number): Date | null {
  const pauses = [...SHORT_PAUSES.map((times) => times * firstRetryMs), ...LONG_PAUSES_MS];
  const pause = pauses[attemptsBefore];
  return pause === undefined ? null : new Date(now.getTime() + pause * (1 + JITTER * random));
}

/** What PostgreSQL takes as text: without U+0000 and halves of characters. */
function storable(error: string): string {
  return error.replaceAll('\u0000', '').slice(0, ERROR_LENGTH).toWellFormed();
}
