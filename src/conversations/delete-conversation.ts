import type { Tx } from '../db/tx.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { removeConversations } from './remove-conversations.ts';

/**
 * Deletes a conversation with everything in it. Returns the keys of its files, which are the caller's to remove.
 * @throws AppError `not_found` when somebody else was faster
 */
export function deleteConversation(tx: Tx, id: number, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockConversation(tx, id);
    await removeConversations(tx, [id], now);
  });
}
