import type { Actor } from '../records/actor.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import { db, type EntityManager } from '../db/orm.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { countUnread } from './count-unread.ts';

/** Notes that the team, and if `actor` is the assignee the assignee, has seen everything up to `now`. */
export function markSeen(
  em: EntityManager,
  conversation: ConversationRecord,
  actor: Actor,
  now: Date,
): Promise<ConversationRecord> {
  return inTransaction(em, async (em) => {
    const before = await lockConversation(em, conversation.id);
    const byAssignee = actor.type === 'User' && before.assignee?.id === actor.id;
    const assigneeLastSeenAt = byAssignee ? now : before.assigneeLastSeenAt;
    // What came in while this request was under way has not been seen.
    const arrivedSince = before.lastIncomingAt !== null && before.lastIncomingAt > now;
    const unreadCount = arrivedSince ? await countUnread(em, before.id, now) : 0;
    await db(em)
      .updateTable('conversations')
      .set({ agent_last_seen_at: now, assignee_last_seen_at: assigneeLastSeenAt, unread_count: unreadCount })
      .where('id', '=', before.id)
      .execute();
    return { ...before, agentLastSeenAt: now, assigneeLastSeenAt, unreadCount };
  });
}
