import type { ConversationRecord } from '../records/conversation.ts';
import type { EntityManager } from '../db/orm.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { removeConversations } from './remove-conversations.ts';

/**
 * Deletes a conversation with everything in it.
 * @throws AppError `not_found` when somebody else was faster
 */
export function deleteConversation(em: EntityManager, conversation: ConversationRecord, now: Date): Promise<void> {
  return inTransaction(em, async (em) => {
    const { id } = await lockConversation(em, conversation.id);
    await removeConversations(em, [id], now);
  });
}
