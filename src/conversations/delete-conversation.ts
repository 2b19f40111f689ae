import type { Tx } from '../db/tx.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { removeConversations } from './remove-conversations.ts';

/**
 * Deletes a conversation with everything in it, and queues the removal of its files.
 * @throws AppError `not_found`, "Conversation not found", when another request has just deleted it
 */
export function deleteConversation(tx: Tx, id: number, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockConversation(tx, id);
    await removeConversations(tx, [id], now);
  });
}
