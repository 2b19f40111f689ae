import type { NotificationRecord } from '../../records/notifications/notification.ts';
import { iso } from '../../time.ts';
import { notificationMeta } from '../../wire/notification-blocks.ts';
import type { Shown } from '../../wire/shape.ts';
import type { notificationRowShape } from './answers.ts';

export function presentNotificationRow(notification: NotificationRecord): Shown<typeof notificationRowShape> {
  return {
    id: notification.id,
    account_id: notification.accountId,
    user_id: notification.userId,
    notification_type: notification.type,
    primary_actor_type: 'Conversation',
    primary_actor_id: notification.displayId,
    secondary_actor_type: notification.secondaryActorType,
    secondary_actor_id: notification.secondaryActorId,
    read_at: iso(notification.readAt),
    snoozed_until: iso(notification.snoozedUntil),
    last_activity_at: iso(notification.lastActivityAt),
    created_at: iso(notification.createdAt),
    updated_at: iso(notification.updatedAt),
    meta: notificationMeta(notification),
  };
}
