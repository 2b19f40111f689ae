import { db, type EntityManager } from '../../db/orm.ts';
import { lockConversation } from '../../events/read-conversations.ts';
import type { ConversationRow } from '../../events/select-conversations.ts';
import { attachedFiles } from '../messages/attached-files.ts';
import { countConversation } from '../messages/count-conversation.ts';

/**
 * Deletes a conversation with everything in it. Returns the keys of its files, which are the caller's to remove.
 * @throws AppError `not_found` when somebody else was faster
 */
export function deleteConversation(em: EntityManager, conversation: ConversationRow): Promise<string[]> {
  return em.transactional(async (em) => {
    const { id, account, inbox, status, assignee } = await lockConversation(em, conversation.id);
    const files = await attachedFiles(em, { column: 'id', id });
    await db(em).deleteFrom('conversations').where('id', '=', id).execute();
    await countConversation(
      em,
      { accountId: account.id, inboxId: inbox.id, status, assigneeId: assignee?.id ?? null },
      -1,
    );
    return files;
  });
}
