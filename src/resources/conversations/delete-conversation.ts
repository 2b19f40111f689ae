import type { EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockConversation } from '../../events/read-conversations.ts';
import type { ConversationRow } from '../../events/select-conversations.ts';
import { removeConversations } from '../messages/remove-conversations.ts';

/**
 * Deletes a conversation with everything in it. Returns the keys of its files, which are the caller's to remove.
 * @throws AppError `not_found` when somebody else was faster
 */
export function deleteConversation(em: EntityManager, conversation: ConversationRow): Promise<string[]> {
  return inTransaction(em, async (em) => {
    const { id } = await lockConversation(em, conversation.id);
    return (await removeConversations(em, [id])).files;
  });
}
