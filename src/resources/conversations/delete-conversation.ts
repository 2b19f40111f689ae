import { db, type EntityManager } from '../../db/orm.ts';
import type { ConversationRow } from '../../events/read-conversations.ts';
import { countConversation } from '../messages/count-conversation.ts';

/** Deletes a conversation with everything in it. Returns the keys of its files, which are the caller's to remove. */
export function deleteConversation(em: EntityManager, conversation: ConversationRow): Promise<string[]> {
  return em.transactional(async (em) => {
    const files = await db(em)
      .selectFrom('attachments as x')
      .innerJoin('messages as m', 'm.id', 'x.message_id')
      .select('x.key')
      .where('m.conversation_id', '=', conversation.id)
      .execute();
    const deleted = await db(em).deleteFrom('conversations').where('id', '=', conversation.id).executeTakeFirst();
    if (Number(deleted.numDeletedRows) === 0) return [];

    const counted = { accountId: conversation.account.id, inboxId: conversation.inbox.id, status: conversation.status };
    await countConversation(em, { ...counted, assigneeId: conversation.assignee?.id ?? null }, -1);
    return files.map(({ key }) => key);
  });
}
