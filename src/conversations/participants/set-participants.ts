import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { addParticipants } from './add-participants.ts';

/**
 * Makes these users the only participants of the conversation with this row key.
 * @throws AppError `invalid` unless each who is new is an administrator or a member of the inbox
 * @throws AppError `not_found` when the conversation has been deleted
 */
export function setParticipants(tx: Tx, id: number, userIds: number[], now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockConversation(tx, id);
    await tx.db
      .deleteFrom('participants')
      .where('conversation_id', '=', id)
      .$if(userIds.length > 0, (query) => query.where('user_id', 'not in', userIds))
      .execute();
    await addParticipants(tx, id, userIds, now);
  });
}
