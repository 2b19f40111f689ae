import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockConversation } from '../../records/read-conversations.ts';

/** Ends that users follow the conversation; those who do not are fine. */
export function removeParticipants(em: EntityManager, id: number, userIds: number[]): Promise<void> {
  return inTransaction(em, async (em) => {
    await lockConversation(em, id);
    if (userIds.length === 0) return;
    await db(em).deleteFrom('participants').where('conversation_id', '=', id).where('user_id', 'in', userIds).execute();
  });
}
