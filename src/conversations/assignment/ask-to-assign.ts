import type { Tx } from '../../db/tx.ts';
import { takeAdvisoryLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { enqueueUnlessPending } from '../../queue.ts';
import type { InboxRecord } from '../../records/inbox.ts';
import { inboxLimit } from './inbox-policy.ts';

/** The kind of the job that assigns what waits in an inbox. */
export const ASSIGN_WAITING = 'assign_waiting';

/**
 * Has a job assign the conversations that wait in the inbox, because a member may have become free; nothing where the inbox
 * assigns none later. Takes the account's lock for counting conversations, which comes after all other locks.
 */
export async function askToAssign(tx: Tx, inbox: InboxRecord, now: Date): Promise<void> {
  if (inbox.assignsWaiting && inbox.enableAutoAssignment) {
    await queueAssigning(tx, { accountId: inbox.account.id, inboxId: inbox.id }, now);
  }
}

/**
 * The same after a member has ended a conversation. It also assigns what waits for a team where members may only have so many
 * conversations of the inbox. A conversation that somebody has unassigned by hand is no such end, or it would be assigned again.
 */
export async function askAfterEnd(tx: Tx, inbox: InboxRecord, now: Date): Promise<void> {
  if (inboxLimit(inbox) === null) return askToAssign(tx, inbox, now);
  await queueAssigning(tx, { accountId: inbox.account.id, inboxId: inbox.id }, now);
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
