import type { Tx } from '../../db/tx.ts';
import type { NotificationRecord } from '../../records/notifications/notification.ts';
import { tellNotifications } from '../../events/tell.ts';
import { found } from '../../errors.ts';
import { findNotification } from '../../records/notifications/read-notifications.ts';

/** What a member changes of a notification; undefined leaves a time as it is. */
export type NotificationChanges = { readAt?: Date | null; snoozedUntil?: Date | null; lastSnoozedAt?: Date | null };

/**
 * Writes the changes and tells its owner. To be called in a transaction.
 * @throws AppError `not_found` when it has been deleted
 */
export async function writeNotification(
  tx: Tx,
  { id, accountId, userId }: NotificationRecord,
  { readAt, snoozedUntil, lastSnoozedAt }: NotificationChanges,
  now: Date,
): Promise<NotificationRecord> {
  await tx.db
    .updateTable('notifications')
    .set({ read_at: readAt, snoozed_until: snoozedUntil, last_snoozed_at: lastSnoozedAt, updated_at: now })
    .where('id', '=', id)
    .execute();
  const written = found(await findNotification(tx, { accountId, userId }, id), 'Notification');
  await tellNotifications(tx, accountId, 'updated', [written]);
  return written;
}
