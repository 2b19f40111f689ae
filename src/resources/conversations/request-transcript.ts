import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { takeAdvisoryLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../errors.ts';
import { enqueue } from '../../queue.ts';
import { HOUR, SECOND } from '../../time.ts';

const KIND = 'conversation_transcript';

/**
 * Queues a mail with the conversation's transcript to `email`. `perHour` limits the requests of an account within an
 * hour; 0 = no limit.
 * @throws AppError `too_many_requests` beyond the limit
 */
export function requestTranscript(
  tx: Tx,
  conversation: ConversationRecord,
  input: { email: string; perHour: number },
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const { account, id } = conversation;
    if (input.perHour > 0) await checkTranscriptLimit(tx, account.id, input.perHour, now);
    const payload = { conversation_id: id, email: input.email };
    await enqueue(tx, { kind: KIND, accountId: account.id, payload }, now);
  });
}

/** Counts the jobs in the queue, so that restarts and other processes do not reset the limit. */
async function checkTranscriptLimit(tx: Tx, accountId: number, perHour: number, now: Date): Promise<void> {
  await takeAdvisoryLock(tx, 'transcripts', accountId);
  const first = await tx.db
    .selectFrom('jobs')
    .select('created_at as at')
    .where('account_id', '=', accountId)
    .where('kind', '=', KIND)
    .where('created_at', '>', new Date(now.getTime() - HOUR))
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(perHour - 1)
    .executeTakeFirst();
  if (!first) return;
  const seconds = Math.max(1, Math.ceil((first.at.getTime() + HOUR - now.getTime()) / SECOND));
  throw new AppError('too_many_requests', 'Too many requests', {
    detail: `the limit is ${perHour} transcripts an hour; try again in ${seconds} seconds`,
    retryAfter: seconds,
  });
}
