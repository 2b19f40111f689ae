import { channels } from '../channels/find-channel.ts';
import type { Tx } from '../db/tx.ts';
import type { Actor } from '../records/actor.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { enqueue } from '../queue.ts';
import { tellUnread } from '../events/tell.ts';
import { markNotificationsRead } from './notifications/mark-notifications-read.ts';
import { countUnread } from './count-unread.ts';
import { updateConversation } from './update-conversation.ts';

/** The kind of the jobs that tell a provider what the team has read. */
export const MARK_READ = 'mark_read';

/**
 * Notes that the team has seen everything in the conversation with this row key up to `now`, and so has the assignee if
 * that is `actor`, whose notification of it is read then. It is no event of the conversation.
 * @throws AppError `not_found` when the conversation has been deleted
 */
export function markSeen(tx: Tx, id: number, actor: Actor, now: Date): Promise<ConversationRecord> {
  return inTransaction(tx, async (tx) => {
    const before = await lockConversation(tx, id);
    if (actor.type === 'User') {
      const owner = { accountId: before.account.id, userId: actor.id };
      await markNotificationsRead(tx, owner, before.id, now);
    }
    const byAssignee = actor.type === 'User' && before.assignee?.id === actor.id;
    const assigneeLastSeenAt = byAssignee ? now : before.assigneeLastSeenAt;
    // Messages that came in during this request have not been seen.
    const arrivedSince = before.lastIncomingAt !== null && before.lastIncomingAt > now;
    const unreadCount = arrivedSince ? await countUnread(tx, before.id, now) : 0;
    await tellUnread(tx, before, { unreadCount, agentLastSeenAt: now });
    if (before.unreadCount > unreadCount && channels[before.inbox.channelType].marksRead) {
      const payload = { conversation_id: before.id };
      const subject = `conversation ${before.id}`;
      await enqueue(tx, { kind: MARK_READ, accountId: before.account.id, payload, subject }, now);
    }
    return updateConversation(tx, before, { agentLastSeenAt: now, assigneeLastSeenAt, unreadCount });
  });
}
