import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { lockMessage } from '../messages/queries.ts';
import { changeMessage, type UnderWay } from './end-sending.ts';

/** Stores that an attempt failed which is repeated later, and why, with the message too. */
export function postponeSending(tx: Tx, { begun, conversationId }: UnderWay, reason: string, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const { conversation, message } = await lockMessage(tx, conversationId, begun.messageId);
    const attempts = begun.attemptsCount + 1;
    const updated = await tx.db
      .updateTable('sendings')
      .set({ begun_at: null, attempts_count: attempts, last_error: reason })
      .where('id', '=', begun.id)
      .where('status', '=', 'queued')
      .executeTakeFirst();
    if (Number(updated.numUpdatedRows) === 0) return;
    const tried = { external_attempts: attempts, external_last_error: reason };
    const contentAttributes = { ...message.contentAttributes, ...tried };
    await changeMessage(tx, conversation, message, { ...message, contentAttributes }, now);
  });
}
