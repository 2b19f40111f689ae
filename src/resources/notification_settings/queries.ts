import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import type { Member } from '../../records/user.ts';

export type NotificationSettings = Awaited<ReturnType<typeof readNotificationSettings>>;

/** A member's notification settings. @throws AppError `not_found` when the user is no longer a member */
export async function readNotificationSettings(tx: Tx, { accountId, userId }: Member) {
  const row = await tx.db
    .selectFrom('account_users')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .select([
      'id',
      'user_id as userId',
      'account_id as accountId',
      'email_flags as emailFlags',
      'push_flags as pushFlags',
    ])
    .executeTakeFirst();
  return found(row, 'Account');
}
