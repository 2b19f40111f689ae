import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { moveConversation } from './move-conversation.ts';

/**
 * Opens the conversation with this row key if its snooze is over. A bot that has it keeps it.
 * @throws AppError `not_found` when it has been deleted
 */
export function endSnooze(tx: Tx, id: number, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const conversation = await lockConversation(tx, id);
    if (conversation.snoozedUntil === null || conversation.snoozedUntil > now) return;
    await moveConversation(
      tx,
      conversation,
      {
        status: 'open',
        activity: 'Conversation was reopened: its snooze is over',
        isTaken: conversation.assigneeBot !== null,
      },
      now,
    );
  });
}
