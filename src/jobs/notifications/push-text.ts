import type { WholeNotification } from '../../records/notifications/notification.ts';
import { notificationBody, notificationTitle } from '../../wire/notification-texts.ts';
import { conversationUrl } from './wanted-notification.ts';

/** What a browser gets, as JSON. With the same `tag`, a message takes the place of the former one on the screen. */
export function pushText(notification: WholeNotification, publicUrl: string): string {
  return JSON.stringify({
    title: notificationTitle(notification),
    body: notificationBody(notification),
    tag: `notification_${notification.id}`,
    url: conversationUrl(notification, publicUrl),
    notification_id: notification.id,
    notification_type: notification.type,
    account_id: notification.accountId,
    conversation_id: notification.displayId,
  });
}
