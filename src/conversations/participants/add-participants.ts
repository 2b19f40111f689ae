import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { followConversation } from './follow-conversation.ts';
import { checkParticipants } from './check-participants.ts';

/**
 * Makes users participants of the conversation with this row key. Returns the ids of new participants.
 * @throws AppError `invalid` unless each new one is an administrator or a member of the inbox
 * @throws AppError `not_found` when the conversation has been deleted
 */
export function addParticipants(tx: Tx, id: number, userIds: number[], now: Date): Promise<number[]> {
  return inTransaction(tx, async (tx) => {
    const conversation = await lockConversation(tx, id);
    const following = await tx.db
      .selectFrom('participants')
      .select('user_id')
      .where('conversation_id', '=', conversation.id)
      .execute();
    const added = [...new Set(userIds)].filter((userId) => following.every(({ user_id }) => user_id !== userId));
    if (added.length === 0) return [];
    await checkParticipants(tx, conversation, added);
    await followConversation(tx, conversation, added, now);
    return added;
  });
}
