import type { Tx } from '../db/tx.ts';
import { takeAdvisoryLock } from '../db/dialect.ts';
import { AppError } from '../errors.ts';
import { HOUR, SECOND } from '../time.ts';
import { jobsOfLastHour } from './jobs-of-last-hour.ts';

/** Jobs of a kind that an account may queue in an hour; `perHour` 0 = no limit. `what` names them in the error. */
export type HourlyLimit = {
  kind: string;
  what: 'transcripts' | 'mails to teams' | 'instructions' | 'codes';
  perHour: number;
};

/**
 * Counts the jobs in the queue, so that restarts and other processes do not reset the limit. To be called in the
 * transaction that queues another one.
 * @throws AppError `too_many_requests` beyond the limit
 */
export async function checkHourlyLimit(tx: Tx, accountId: number, limit: HourlyLimit, now: Date): Promise<void> {
  const { kind, what, perHour } = limit;
  if (perHour === 0) return;
  await takeAdvisoryLock(tx, what, accountId);
  const first = await jobsOfLastHour(tx, accountId, kind, now)
    .select('created_at as at')
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(perHour - 1)
    .executeTakeFirst();
  if (!first) return;
  const seconds = Math.max(1, Math.ceil((first.at.getTime() + HOUR - now.getTime()) / SECOND));
  throw new AppError('too_many_requests', 'Too many requests', {
    detail: `the limit is ${perHour} ${what} an hour; try again in ${seconds} seconds`,
    retryAfter: seconds,
  });
}
