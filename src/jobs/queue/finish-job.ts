import type { Tx } from '../../db/tx.ts';
import type { JobStatus } from '../../entities/job.ts';
import { storable } from '../../fields/storable.ts';
import { HOUR } from '../../time.ts';
import type { ClaimedJob } from './claim-jobs.ts';

/**
 * How an attempt at a job ended; `error` null = successfully. `retry`: whether another attempt may succeed. `isFault`:
 * it ended because of a fault of the database or a disk; then it is always repeated, and not counted. `pauseMs`: it is
 * repeated after so long, and not counted either.
 */
export type JobResult = { error: string | null; retry: boolean; isFault?: boolean; pauseMs?: number | null };

/** The job's state after an attempt; `dueAt` null = it is finished. */
export type Finished = { status: JobStatus; dueAt: Date | null };

/**
 * Pauses after failed attempts: first multiples of the first pause, then longer ones. The last attempt is about a day
 * after the first.
 */
const SHORT_PAUSES = [1, 5, 25];
const LONG_PAUSES_MS = [1, 2, 4, 8, 8].map((hours) => hours * HOUR);
/**
 * Most attempts at a job. A job that is still pending after them was cut off in the last by the end of its process.
 */
export const MAX_ATTEMPTS = SHORT_PAUSES.length + LONG_PAUSES_MS.length + 1;
/** Pause after an attempt that ended with a fault; such an attempt is not counted. */
const FAULT_PAUSE_MS = 5000;
/** The random part of each pause, so that jobs that failed together are not tried again together. */
const JITTER = 0.1;
/** Characters of an error that are stored. */
const ERROR_LENGTH = 1000;

/**
 * Stores how an attempt ended: the job is done, due again later, or dead. `firstRetryMs` is the pause after the first
 * attempt; `random`, from 0 to 1, makes pauses up to a tenth longer. Returns null, and stores nothing, when this
 * process no longer holds the job: it was dropped, given back, or claimed by another process after its lease ended.
 */
export async function finishJob(
  tx: Tx,
  job: ClaimedJob,
  result: JobResult,
  firstRetryMs: number,
  now: Date,
  random: number,
): Promise<Finished | null> {
  const pauseMs = result.isFault ? FAULT_PAUSE_MS : (result.pauseMs ?? null);
  const dueAt =
    pauseMs !== null
      ? new Date(now.getTime() + pauseMs)
      : result.error !== null && result.retry
        ? nextAttempt(job.attemptsCount, firstRetryMs, now, random)
        : null;
  const status = result.error === null ? 'done' : dueAt ? 'pending' : 'dead';
  const updated = await tx.db
    .updateTable('jobs')
    .set((eb) => ({
      status,
      due_at: dueAt ?? now,
      attempts_count: pauseMs === null ? job.attemptsCount + 1 : job.attemptsCount,
      leased_by: null,
      leased_until: null,
      last_error: result.error === null ? eb.ref('last_error') : storable(result.error, ERROR_LENGTH),
      finished_at: dueAt ? null : now,
    }))
    .where('id', '=', job.id)
    .where('leased_by', '=', job.leasedBy)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return Number(updated.numUpdatedRows) === 1 ? { status, dueAt } : null;
}

/** When to try again after this many earlier attempts and one more; null = never. */
function nextAttempt(attemptsBefore: number, firstRetryMs: number, now: Date, random: number): Date | null {
  const pauses = [...SHORT_PAUSES.map((times) => times * firstRetryMs), ...LONG_PAUSES_MS];
  const pause = pauses[attemptsBefore];
  return pause === undefined ? null : new Date(now.getTime() + pause * (1 + JITTER * random));
}
