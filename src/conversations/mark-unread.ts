import type { ConversationRecord } from '../records/conversation.ts';
import { db, type EntityManager } from '../db/orm.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { SECOND } from '../time.ts';
import { countUnread } from './count-unread.ts';

/** Forgets that the team has seen the newest message of the contact; without one, that it has seen anything. */
export function markUnread(em: EntityManager, conversation: ConversationRecord): Promise<ConversationRecord> {
  return inTransaction(em, async (em) => {
    const before = await lockConversation(em, conversation.id);
    const seenAt = before.lastIncomingAt && new Date(before.lastIncomingAt.getTime() - SECOND);
    const unreadCount = await countUnread(em, before.id, seenAt);
    await db(em)
      .updateTable('conversations')
      .set({ agent_last_seen_at: seenAt, assignee_last_seen_at: seenAt, unread_count: unreadCount })
      .where('id', '=', before.id)
      .execute();
    return { ...before, agentLastSeenAt: seenAt, assigneeLastSeenAt: seenAt, unreadCount };
  });
}
