import type { App } from '../../app.ts';
import { type Fault, faultOf } from '../../db/faults.ts';
import { AppError, wholeMessageOf } from '../../errors.ts';
import { MINUTE, SECOND } from '../../time.ts';
import type { WallClock } from '../clock/wall-clock.ts';
import { isSending } from '../../conversations/sending/plan-sending.ts';
import { isMail } from '../mails/mails.ts';
import type { ClaimedJob } from './claim-jobs.ts';
import { type Finished, finishJob, type JobResult, MAX_ATTEMPTS } from './finish-job.ts';
import type { JobHandler } from './handler.ts';
import { persist } from './persist.ts';
import { Postponed } from './postponed.ts';

/**
 * Runs one job and stores how it ended, which is repeated until the database has no fault; after `signal` is aborted,
 * nothing is stored.
 * @throws Error when storing fails otherwise, which is a bug, or `signal` is aborted meanwhile
 */
export async function runJob(
  app: App,
  handlers: Readonly<Record<string, JobHandler>>,
  clock: WallClock,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<void> {
  const result = await attempt(app, handlers[job.kind], job, signal);
  if (signal.aborted) return;
  const firstRetryMs = firstRetryOf(app, job.kind);
  const finish = async () => finishJob(app.tx(), job, result, firstRetryMs, await clock.now(), Math.random());
  const finished = await persist(app.log, 'cannot write down how a job went yet', finish, () => !signal.aborted);
  if (finished) report(app, job, result, finished);
}

/** The pause after the first attempt at a job of this kind. */
function firstRetryOf({ config }: App, kind: string): number {
  if (isMail(kind)) return config.mail.retry_seconds * SECOND;
  return isSending(kind) ? config.channels.retry_seconds * SECOND : MINUTE;
}

function report(app: App, job: ClaimedJob, { error, pauseMs }: JobResult, { status, dueAt }: Finished): void {
  const facts = { job: job.id, kind: job.kind, account_id: job.accountId, attempt: job.attemptsCount + 1 };
  if (status === 'done') app.log.debug(facts, 'job done');
  else if (dueAt && typeof pauseMs === 'number') app.log.debug({ ...facts, next_attempt_at: dueAt }, 'job waits');
  else if (dueAt) app.log.warn({ ...facts, error, next_attempt_at: dueAt }, 'job failed, will be tried again');
  else app.log.warn({ ...facts, error }, 'job failed for good');
}

/** Faults that are temporary or that an operator can end, and that no job causes. */
const PASSING = new Set<Fault | null>([
  'locked',
  'busy',
  'full',
  'limited',
  'unreachable',
  'expired',
  'conflict',
  'gone',
  'replaced',
  'newer',
]);

async function attempt(
  app: App,
  handler: JobHandler | undefined,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<JobResult> {
  if (job.attemptsCount >= MAX_ATTEMPTS) return { error: 'the process ended during the last attempt', retry: false };
  try {
    await handler?.(app, job.payload, { ...job, signal });
    return { error: null, retry: false };
  } catch (error) {
    const final = error instanceof AppError && error.code !== 'unavailable';
    const pauseMs = error instanceof Postponed ? error.afterMs : null;
    return { error: wholeMessageOf(error), retry: !final, isFault: PASSING.has(faultOf(error)), pauseMs };
  }
}
