import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { followConversation } from './follow-conversation.ts';
import { checkParticipants } from './check-participants.ts';

/**
 * Makes users participants of the conversation with this row key. Returns those who are new.
 * @throws AppError `invalid` unless all of them see the inbox
 */
export function addParticipants(em: EntityManager, id: number, userIds: number[], now: Date): Promise<number[]> {
  return inTransaction(em, async (em) => {
    const conversation = await lockConversation(em, id);
    const following = await db(em)
      .selectFrom('participants')
      .select('user_id')
      .where('conversation_id', '=', conversation.id)
      .execute();
    const added = [...new Set(userIds)].filter((userId) => following.every(({ user_id }) => user_id !== userId));
    if (added.length === 0) return [];
    await checkParticipants(em, conversation, added);
    await followConversation(em, conversation, added, now);
    return added;
  });
}
