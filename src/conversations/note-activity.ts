import { inTransaction } from '../db/transaction.ts';
import type { Tx } from '../db/tx.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { writeActivity } from './messages/write-activity.ts';
import { updateConversation } from './update-conversation.ts';

/**
 * Notes in the conversation with this row key what a member has done elsewhere that concerns it.
 * @throws AppError `not_found` when the conversation has been deleted
 */
export function noteActivity(tx: Tx, id: number, content: string, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const before = await lockConversation(tx, id);
    await updateConversation(tx, before, await writeActivity(tx, before, content, now));
  });
}
