import type { Tx } from '../../db/tx.ts';
import { readNotificationSettings } from '../../resources/notification_settings/queries.ts';
import { completeNotifications } from '../../records/notifications/complete-notifications.ts';
import type { WholeNotification } from '../../records/notifications/notification.ts';
import { readNotifications } from '../../records/notifications/read-notifications.ts';

/**
 * The notification with its shown values; null = its owner has read, snoozed or deleted it, no longer sees the conversation,
 * or no longer wants it `by` mail or push message.
 */
export async function wantedNotification(
  tx: Tx,
  id: number,
  by: 'emailFlags' | 'pushFlags',
): Promise<WholeNotification | null> {
  const [notification] = await readNotifications(tx, [id]);
  if (!notification || notification.readAt !== null || notification.snoozedUntil !== null) return null;
  const settings = await readNotificationSettings(tx, notification);
  if (!settings[by].includes(notification.type)) return null;
  const [whole] = await completeNotifications(tx, [notification]);
  return whole ?? null;
}

/** Where the conversation is that the notification is about. */
export function conversationUrl({ accountId, displayId }: WholeNotification, publicUrl: string): string {
  return `${publicUrl}/app/accounts/${accountId}/conversations/${displayId}`;
}
