import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { NotificationType } from '../../entities/notification.ts';
import type { Member } from '../../records/user.ts';
import { type NotificationSettings, readNotificationSettings } from './queries.ts';

/** The notifications that the member wants by mail and as push messages; undefined = unchanged. */
export type NotificationSettingsChanges = {
  emailFlags: NotificationType[] | undefined;
  pushFlags: NotificationType[] | undefined;
};

/** Changes what a member wants to be notified of. @throws AppError `not_found` when they are no longer a member */
export function updateNotificationSettings(
  tx: Tx,
  { accountId, userId }: Member,
  { emailFlags, pushFlags }: NotificationSettingsChanges,
  now: Date,
): Promise<NotificationSettings> {
  return inTransaction(tx, async (tx) => {
    await tx.db
      .updateTable('account_users')
      .set({ email_flags: emailFlags && json(emailFlags), push_flags: pushFlags && json(pushFlags), updated_at: now })
      .where('account_id', '=', accountId)
      .where('user_id', '=', userId)
      .execute();
    return readNotificationSettings(tx, { accountId, userId });
  });
}
