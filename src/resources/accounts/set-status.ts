import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import type { AccountStatus } from '../../entities/account.ts';
import { found } from '../../errors.ts';
import { tell } from '../../events/tell.ts';
import type { AccountRecord } from '../../records/account.ts';
import { noteInSlack } from '../hooks/slack/slack-hook.ts';

/**
 * Suspends an account, whose members, bots and contacts then have no access, or lets them in again.
 * @throws AppError `not_found` where there is no such account, or it is being deleted
 */
export function setStatus(tx: Tx, accountId: number, status: AccountStatus, now: Date): Promise<AccountRecord> {
  return inTransaction(tx, async (tx) => {
    const account = await tx.db
      .updateTable('accounts')
      .set({ status, updated_at: now })
      .where('id', '=', accountId)
      .where('deleted_at', 'is', null)
      .returning(['id', 'name'])
      .executeTakeFirst();
    const changed = found(account, 'Account');
    await noteInSlack(tx, accountId);
    await tell(tx, { is: 'access ended', accountId });
    return changed;
  });
}
