import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { addParticipants } from './add-participants.ts';

/**
 * Makes these users the only participants of the conversation with this row key.
 * @throws AppError `invalid` unless the new ones see the inbox
 */
export function setParticipants(em: EntityManager, id: number, userIds: number[], now: Date): Promise<void> {
  return inTransaction(em, async (em) => {
    await lockConversation(em, id);
    await db(em)
      .deleteFrom('participants')
      .where('conversation_id', '=', id)
      .$if(userIds.length > 0, (query) => query.where('user_id', 'not in', userIds))
      .execute();
    await addParticipants(em, id, userIds, now);
  });
}
