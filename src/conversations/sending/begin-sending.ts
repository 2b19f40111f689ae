import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { endJob } from '../../queue.ts';
import { lockSendings } from './plan-sending.ts';

/** A message that is being sent. */
export type Begun = {
  id: number;
  messageId: number;
  contactInboxId: number;
  /** The ids of the parts that have been accepted. */
  partIds: readonly string[];
  /** Attempts that failed. */
  attemptsCount: number;
  createdAt: Date;
  /** Whether a process was killed while it sent the next part, which may have arrived. */
  wasCutOff: boolean;
};

/** The first message that waits for this contact inbox; null = none waits, and the job with this id has ended. */
export function beginSending(tx: Tx, contactInboxId: number, jobId: number, now: Date): Promise<Begun | null> {
  return inTransaction(tx, async (tx) => {
    await lockSendings(tx, contactInboxId);
    const first = await tx.db
      .selectFrom('sendings')
      .select([
        'id',
        'message_id as messageId',
        'contact_inbox_id as contactInboxId',
        'part_ids as partIds',
        'attempts_count as attemptsCount',
        'begun_at as begunAt',
        'created_at as createdAt',
      ])
      .where('contact_inbox_id', '=', contactInboxId)
      .where('status', '=', 'queued')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!first) {
      // A message that is queued from now on finds no job, and gets one.
      await endJob(tx, jobId, now);
      return null;
    }
    const { begunAt, ...begun } = first;
    return { ...begun, wasCutOff: begunAt !== null };
  });
}
