import type { ConversationRecord } from '../records/conversation.ts';
import type { EntityManager } from '../db/orm.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { removeConversations } from './remove-conversations.ts';

/**
 * Deletes a conversation with everything in it. Returns the keys of its files, which are the caller's to remove.
 * @throws AppError `not_found` when somebody else was faster
 */
export function deleteConversation(em: EntityManager, conversation: ConversationRecord): Promise<string[]> {
  return inTransaction(em, async (em) => {
    const { id } = await lockConversation(em, conversation.id);
    return (await removeConversations(em, [id])).files;
  });
}
