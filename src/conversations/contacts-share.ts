import { sql } from 'kysely';
import { takeAdvisoryLock } from '../db/dialect.ts';
import type { Tx } from '../db/tx.ts';
import { AppError } from '../errors.ts';
import { HOUR, SECOND } from '../time.ts';
import { jobsOfLastHour } from './jobs-of-last-hour.ts';

/** The most transcripts that contacts of an account may have sent to one address in an hour. */
const MOST_TO_ADDRESS = 5;

/**
 * Limits transcripts requested by contacts, who may give other people's addresses: per address, and to half of the account's
 * transcripts in an hour (`perHour`; 0 = no limit), so that the other half is left for the team. To be called in the
 * transaction that queues a transcript.
 * @throws AppError `too_many_requests` beyond the limits
 */
export async function checkContactsShare(
  tx: Tx,
  accountId: number,
  { kind, email, perHour }: { kind: string; email: string; perHour: number },
  now: Date,
): Promise<void> {
  await takeAdvisoryLock(tx, 'transcripts', accountId);
  const jobs = jobsOfLastHour(tx, accountId, kind, now)
    .select('id')
    .where(sql<string>`cast(payload ->> 'by_contact' as text)`, 'in', ['true', '1']);
  const toAddress = await jobs
    .where(sql<string>`payload ->> 'email'`, '=', email)
    .limit(MOST_TO_ADDRESS)
    .execute();
  if (toAddress.length === MOST_TO_ADDRESS) throw tooMany();
  if (perHour === 0) return;
  const share = Math.ceil(perHour / 2);
  const last = await jobs
    .limit(1)
    .offset(share - 1)
    .executeTakeFirst();
  if (last) throw tooMany();
}

function tooMany(): AppError {
  return new AppError('too_many_requests', 'Too many requests', {
    detail: 'too many transcripts have been asked for; try again in an hour',
    retryAfter: HOUR / SECOND,
  });
}
