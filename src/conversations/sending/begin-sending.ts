import type { Provider } from '../../channels/providers.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { endJob } from '../../queue.ts';
import { isAnotherSending, lockSendings } from './plan-sending.ts';

/** A message that is being sent. */
export type Begun = {
  id: number;
  accountId: number;
  messageId: number;
  /** Row key. */
  conversationId: number;
  contactInboxId: number;
  /** The ids of the parts that have been accepted. */
  partIds: readonly string[];
  /** Who has been given parts of it; null = nobody yet. */
  provider: Provider | null;
  /** Attempts that failed. */
  attemptsCount: number;
  createdAt: Date;
  /** Since when the next part may have arrived, as after a process was killed while it sent it; null = it has not. */
  begunAt: Date | null;
};

/**
 * The first message that waits for this contact inbox; null = there is nothing to do for the job with this id, which has
 * ended: none waits, or another job sends to the contact.
 */
export function beginSending(tx: Tx, contactInboxId: number, jobId: number, now: Date): Promise<Begun | null> {
  return inTransaction(tx, async (tx) => {
    await lockSendings(tx, contactInboxId);
    const first = (await isAnotherSending(tx, contactInboxId, jobId)) ? null : await firstQueued(tx, contactInboxId);
    // A message that is queued from now on finds no job, and gets one.
    if (!first) await endJob(tx, jobId, now);
    return first;
  });
}

async function firstQueued(tx: Tx, contactInboxId: number): Promise<Begun | null> {
  const first = await tx.db
    .selectFrom('sendings as s')
    .innerJoin('messages as m', 'm.id', 's.message_id')
    .select([
      's.id',
      's.account_id as accountId',
      's.message_id as messageId',
      'm.conversation_id as conversationId',
      's.contact_inbox_id as contactInboxId',
      's.part_ids as partIds',
      's.provider',
      's.attempts_count as attemptsCount',
      's.begun_at as begunAt',
      's.created_at as createdAt',
    ])
    .where('s.contact_inbox_id', '=', contactInboxId)
    .where('s.status', '=', 'queued')
    .orderBy('s.id')
    .limit(1)
    .executeTakeFirst();
  return first ? { ...first, provider: first.provider as Provider | null } : null;
}
