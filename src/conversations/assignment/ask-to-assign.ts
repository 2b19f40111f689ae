import type { Tx } from '../../db/tx.ts';
import { takeAdvisoryLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { enqueueUnlessPending } from '../../queue.ts';
import type { InboxRecord } from '../../records/inbox.ts';

/** The kind of the job that assigns what waits in an inbox. */
export const ASSIGN_WAITING = 'assign_waiting';

/**
 * Has a job assign the conversations that wait in the inbox, because a member may have become free; nothing where the inbox
 * assigns none later. Takes the account's lock for counting conversations, which comes after all other locks.
 */
export async function askToAssign(
  tx: Tx,
  { id, account, assignsWaiting, enableAutoAssignment }: InboxRecord,
  now: Date,
): Promise<void> {
  if (assignsWaiting && enableAutoAssignment) await queueAssigning(tx, { accountId: account.id, inboxId: id }, now);
}

/** Queues that job unless one waits, or is under way: that one looks again, under the same lock, before it ends. */
export function queueAssigning(tx: Tx, inbox: { accountId: number; inboxId: number }, now: Date): Promise<void> {
  const { accountId, inboxId } = inbox;
  const job = { kind: ASSIGN_WAITING, accountId, payload: { inbox_id: inboxId }, subject: `inbox:${inboxId}` };
  return inTransaction(tx, async (tx) => {
    await takeAdvisoryLock(tx, 'conversation counts', accountId);
    await enqueueUnlessPending(tx, [ASSIGN_WAITING], job, now);
  });
}
