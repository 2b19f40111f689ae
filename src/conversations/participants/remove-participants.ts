import type { ConversationRecord } from '../../records/conversation.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockConversationRow } from '../../records/read-conversations.ts';

/** Ends that users follow the conversation; those who do not are fine. */
export function removeParticipants(
  em: EntityManager,
  conversation: ConversationRecord,
  userIds: number[],
): Promise<void> {
  return inTransaction(em, async (em) => {
    await lockConversationRow(em, conversation.id);
    if (userIds.length === 0) return;
    await db(em)
      .deleteFrom('participants')
      .where('conversation_id', '=', conversation.id)
      .where('user_id', 'in', userIds)
      .execute();
  });
}
