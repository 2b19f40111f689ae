import type { Tx } from '../db/tx.ts';
import type { Actor } from '../records/actor.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { countUnread } from './count-unread.ts';
import { updateConversation } from './update-conversation.ts';

/**
 * Notes that the team has seen everything in the conversation with this row key up to `now`, and so has the assignee if
 * that is `actor`. It is no event.
 * @throws AppError `not_found` when the conversation has been deleted
 */
export function markSeen(tx: Tx, id: number, actor: Actor, now: Date): Promise<ConversationRecord> {
  return inTransaction(tx, async (tx) => {
    const before = await lockConversation(tx, id);
    const byAssignee = actor.type === 'User' && before.assignee?.id === actor.id;
    const assigneeLastSeenAt = byAssignee ? now : before.assigneeLastSeenAt;
    // Messages that came in during this request have not been seen.
    const arrivedSince = before.lastIncomingAt !== null && before.lastIncomingAt > now;
    const unreadCount = arrivedSince ? await countUnread(tx, before.id, now) : 0;
    return updateConversation(tx, before, { agentLastSeenAt: now, assigneeLastSeenAt, unreadCount });
  });
}
