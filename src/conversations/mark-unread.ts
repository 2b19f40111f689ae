import type { Tx } from '../db/tx.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { SECOND } from '../time.ts';
import { tellUnread } from '../events/tell.ts';
import { countUnread } from './count-unread.ts';
import { updateConversation } from './update-conversation.ts';

/**
 * Marks the contact's newest message in the conversation with this row key as not seen by the team and the assignee,
 * with those that came in the second before it; without any message, the whole conversation. It is no event.
 * @throws AppError `not_found` when the conversation has been deleted
 */
export function markUnread(tx: Tx, id: number): Promise<ConversationRecord> {
  return inTransaction(tx, async (tx) => {
    const before = await lockConversation(tx, id);
    const seenAt = before.lastIncomingAt && new Date(before.lastIncomingAt.getTime() - SECOND);
    const unreadCount = await countUnread(tx, before.id, seenAt);
    await tellUnread(tx, before, { unreadCount, agentLastSeenAt: seenAt });
    return updateConversation(tx, before, { agentLastSeenAt: seenAt, assigneeLastSeenAt: seenAt, unreadCount });
  });
}
