import type { ConversationRecord } from '../records/conversation.ts';
import type { EntityManager } from '../db/orm.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { SECOND } from '../time.ts';
import { countUnread } from './count-unread.ts';
import { updateConversation } from './update-conversation.ts';

/** Marks the contact's newest message as not seen by the team; without one, the whole conversation. */
export function markUnread(em: EntityManager, id: number): Promise<ConversationRecord> {
  return inTransaction(em, async (em) => {
    const before = await lockConversation(em, id);
    const seenAt = before.lastIncomingAt && new Date(before.lastIncomingAt.getTime() - SECOND);
    const unreadCount = await countUnread(em, before.id, seenAt);
    return updateConversation(em, before, { agentLastSeenAt: seenAt, assigneeLastSeenAt: seenAt, unreadCount });
  });
}
