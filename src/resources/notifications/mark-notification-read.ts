import type { Tx } from '../../db/tx.ts';
import type { NotificationRecord } from '../../records/notifications/notification.ts';
import { inTransaction } from '../../db/transaction.ts';
import { writeNotification } from './write-notification.ts';

/**
 * Marks an unread notification as read at `now`.
 * @throws AppError `not_found` when it has been deleted
 */
export async function markNotificationRead(
  tx: Tx,
  notification: NotificationRecord,
  now: Date,
): Promise<NotificationRecord> {
  if (notification.readAt !== null) return notification;
  return inTransaction(tx, (tx) => writeNotification(tx, notification, { readAt: now }, now));
}
