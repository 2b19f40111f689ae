import type { Tx } from '../../db/tx.ts';
import type { AccountStatus } from '../../entities/account.ts';
import { found } from '../../errors.ts';
import type { AccountRecord } from '../../records/account.ts';

/**
 * Suspends an account, whose members, bots and contacts then have no access, or lets them in again.
 * @throws AppError `not_found` where there is no such account, or it is being deleted
 */
export async function setStatus(tx: Tx, accountId: number, status: AccountStatus, now: Date): Promise<AccountRecord> {
  const account = await tx.db
    .updateTable('accounts')
    .set({ status, updated_at: now })
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .returning(['id', 'name'])
    .executeTakeFirst();
  return found(account, 'Account');
}
