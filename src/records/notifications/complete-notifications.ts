import type { Tx } from '../../db/tx.ts';
import { readNewestPublicMessages } from '../newest-message.ts';
import type { NotificationRecord, WholeNotification } from './notification.ts';
import { readAssignees } from '../read-agents.ts';
import { readConversations } from '../read-conversations.ts';
import { readMessages } from '../read-messages.ts';

/**
 * Notifications of an account with all their shown values, in the same order, without notifications of a conversation deleted
 * meanwhile.
 */
export async function completeNotifications(
  tx: Tx,
  notifications: readonly NotificationRecord[],
): Promise<WholeNotification[]> {
  const [first] = notifications;
  if (!first) return [];
  const actorIds = (type: 'Message' | 'User') =>
    notifications.filter((one) => one.secondaryActorType === type).map((one) => one.secondaryActorId ?? 0);
  const userIds = [...new Set([...notifications.map(({ userId }) => userId), ...actorIds('User')])];
  const [conversations, messages, users] = await tx.together((tx) => [
    readConversations(tx, [...new Set(notifications.map(({ conversationId }) => conversationId))]),
    readMessages(tx, actorIds('Message')),
    readAssignees(tx, userIds, first.accountId),
  ]);
  const newest = await readNewestPublicMessages(tx, conversations);

  return notifications.flatMap((one) => {
    const conversation = conversations.find(({ id }) => id === one.conversationId);
    const user = users.find(({ id }) => id === one.userId);
    if (!conversation || !user) return [];
    const isAbout = (type: 'Message' | 'User', id: number) =>
      one.secondaryActorType === type && one.secondaryActorId === id;
    return {
      ...one,
      user,
      conversation,
      newest: newest.get(conversation.id) ?? null,
      message: messages.find(({ id }) => isAbout('Message', id)) ?? null,
      actor: users.find(({ id }) => isAbout('User', id)) ?? null,
    };
  });
}
