import type { Tx } from '../../db/tx.ts';
import { invalid } from '../../errors.ts';
import { countMembers } from '../account_users/account-members.ts';

/**
 * Refuses to take away the account's last administrator. Call it after `lockAccountMembers`.
 * @throws AppError `invalid` when this member is the last administrator
 */
export async function refuseLastAdministrator(tx: Tx, accountId: number, userId: number): Promise<void> {
  const member = await tx.db
    .selectFrom('account_users')
    .select('role')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (member?.role !== 'administrator' || (await countMembers(tx, accountId, 'administrator')) > 1) return;
  throw invalid(
    'Validation failed',
    'this is the last administrator of the account; make somebody else an administrator first',
    ['role'],
  );
}
