import type { Tx } from '../../db/tx.ts';
import type { NotificationRecord } from '../../records/notifications/notification.ts';
import { inTransaction } from '../../db/transaction.ts';
import { invalidField } from '../../errors.ts';
import { writeNotification } from './write-notification.ts';

/**
 * Hides a notification until a time that lies ahead; a job brings it back then.
 * @throws AppError `invalid` for another time; `not_found` when it has been deleted
 */
export function snoozeNotification(
  tx: Tx,
  notification: NotificationRecord,
  until: Date,
  now: Date,
): Promise<NotificationRecord> {
  if (until <= now) throw invalidField('snoozed_until', 'must lie in the future');
  return inTransaction(tx, (tx) =>
    writeNotification(tx, notification, { snoozedUntil: until, lastSnoozedAt: null }, now),
  );
}
