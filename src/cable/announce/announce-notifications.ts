import type { Tx } from '../../db/tx.ts';
import type { Told } from '../../events/tell.ts';
import { completeNotifications } from '../../records/notifications/complete-notifications.ts';
import { countUnreadOf, readNotifications } from '../../records/notifications/read-notifications.ts';
import { CHANNEL_NAMES } from '../../wire/channel-names.ts';
import { toldNotificationBlock } from '../../wire/notification-blocks.ts';
import type { Announcement, TeamAudience } from './announcement.ts';

/**
 * The announcements of notifications to their owners, with the number of unread ones; none for notifications that are gone
 * or no longer visible.
 */
export async function announceNotifications(
  tx: Tx,
  { accountId, what, notifications }: Told & { is: 'notifications' },
  now: Date,
): Promise<Announcement[]> {
  const { publicUrl } = tx.installation;
  const unread = await countUnreadOf(tx, { accountId, userIds: notifications.map(([userId]) => userId) });
  const announce = (userId: number, notification: object, told: Partial<TeamAudience> = {}): Announcement => {
    const count = unread.get(userId) ?? 0;
    const data = { notification, unread_count: count, count };
    return {
      accountId,
      event: `notification.${what}`,
      team: { ...told, inboxId: null, userIds: [userId], data },
      contact: null,
    };
  };

  if (what === 'deleted') return notifications.map(([userId, id]) => announce(userId, { id }));
  const rows = await readNotifications(
    tx,
    notifications.map(([, id]) => id),
  );
  const whole = await completeNotifications(tx, rows);
  return whole.map((one) => {
    const { id: inboxId, channelType } = one.conversation.inbox;
    const contactIn = { inboxId, channel: CHANNEL_NAMES[channelType] };
    return announce(one.userId, toldNotificationBlock(one, now, publicUrl), { contactIn });
  });
}
