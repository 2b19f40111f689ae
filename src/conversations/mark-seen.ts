import type { Actor } from '../records/actor.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import type { EntityManager } from '../db/orm.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { countUnread } from './count-unread.ts';
import { updateConversation } from './update-conversation.ts';

/** Notes that the team has seen everything up to `now`, and so has the assignee if that is `actor`. */
export function markSeen(em: EntityManager, id: number, actor: Actor, now: Date): Promise<ConversationRecord> {
  return inTransaction(em, async (em) => {
    const before = await lockConversation(em, id);
    const byAssignee = actor.type === 'User' && before.assignee?.id === actor.id;
    const assigneeLastSeenAt = byAssignee ? now : before.assigneeLastSeenAt;
    // Messages that came in during this request have not been seen.
    const arrivedSince = before.lastIncomingAt !== null && before.lastIncomingAt > now;
    const unreadCount = arrivedSince ? await countUnread(em, before.id, now) : 0;
    return updateConversation(em, before, { agentLastSeenAt: now, assigneeLastSeenAt, unreadCount });
  });
}
