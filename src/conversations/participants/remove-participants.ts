import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockConversation } from '../../records/read-conversations.ts';

/**
 * Removes participants of the conversation with this row key; users who are none are ignored.
 * @throws AppError `not_found` when the conversation has been deleted
 */
export function removeParticipants(tx: Tx, id: number, userIds: number[]): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockConversation(tx, id);
    if (userIds.length === 0) return;
    await tx.db.deleteFrom('participants').where('conversation_id', '=', id).where('user_id', 'in', userIds).execute();
  });
}
