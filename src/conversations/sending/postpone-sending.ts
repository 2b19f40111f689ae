import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { changeMessage, lockSent, providerOfParts, type UnderWay, writeParts } from './end-sending.ts';

/**
 * Why an attempt failed, and the ids of the parts that have been accepted; `begunAt`: since when the next part may have
 * arrived, null = it has not.
 */
export type Tried = { reason: string; partIds: readonly string[]; begunAt: Date | null };

/**
 * Stores that an attempt failed which is repeated later, and why, with the message too. False when the message is queued
 * no more, and there is nothing to repeat.
 */
export function postponeSending(
  tx: Tx,
  { begun, provider }: Pick<UnderWay, 'begun' | 'provider'>,
  { reason, partIds, begunAt }: Tried,
  now: Date,
): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    const sent = await lockSent(tx, begun);
    const attempts = begun.attemptsCount + 1;
    const updated = await tx.db
      .updateTable('sendings')
      .set({ begun_at: begunAt, attempts_count: attempts, last_error: reason })
      .where('id', '=', begun.id)
      .where('status', '=', 'queued')
      .executeTakeFirst();
    if (!sent || Number(updated.numUpdatedRows) === 0) return false;
    const { conversation, message } = sent;
    const tried = { external_attempts: attempts, external_last_error: reason };
    const contentAttributes = { ...message.contentAttributes, ...tried };
    await changeMessage(tx, conversation, message, { ...message, contentAttributes }, now);
    // Statuses of these parts may arrive before the others are sent.
    await writeParts(tx, { ...sent, provider: providerOfParts(begun, provider) }, partIds);
    return true;
  });
}
