import type { Tx } from '../db/tx.ts';
import type { Actor } from '../records/actor.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { recordTyping } from '../events/record-conversation.ts';

/**
 * Records the event that `actor` began or stopped writing in the conversation with this row key; `isPrivate` = a note
 * for the team. The conversation stays as it is.
 * @throws AppError `not_found` when the conversation has been deleted
 */
export function noteTyping(
  tx: Tx,
  id: number,
  input: { isTyping: boolean; isPrivate: boolean; actor: Actor },
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await recordTyping(tx, await lockConversation(tx, id), input, now);
  });
}
