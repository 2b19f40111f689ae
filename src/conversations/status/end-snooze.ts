import type { EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { moveConversation } from './move-conversation.ts';

/**
 * Opens the conversation with this row key if its snooze is over.
 * @throws AppError `not_found` when it has been deleted
 */
export function endSnooze(em: EntityManager, id: number, now: Date): Promise<void> {
  return inTransaction(em, async (em) => {
    const conversation = await lockConversation(em, id);
    if (conversation.snoozedUntil === null || conversation.snoozedUntil > now) return;
    await moveConversation(
      em,
      conversation,
      { status: 'open', activity: 'Conversation was reopened: its snooze is over' },
      now,
    );
  });
}
