import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockConversation } from '../../records/read-conversations.ts';

/** Removes participants of the conversation with this row key; users who are none are ignored. */
export function removeParticipants(em: EntityManager, id: number, userIds: number[]): Promise<void> {
  return inTransaction(em, async (em) => {
    await lockConversation(em, id);
    if (userIds.length === 0) return;
    await db(em).deleteFrom('participants').where('conversation_id', '=', id).where('user_id', 'in', userIds).execute();
  });
}
