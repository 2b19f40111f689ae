import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import { inTransaction } from '../../db/transaction.ts';
import { insertInboxMembers, lockUsers, lockInboxMembers } from './write-members.ts';

/**
 * Makes exactly these users the inbox's members.
 * @throws AppError `invalid` for a user who is not in the account, `not_found` when the inbox has been deleted
 */
export function setMembers(
  tx: Tx,
  account: AccountRecord,
  inboxId: number,
  userIds: readonly number[],
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockInboxMembers(tx, account, inboxId, now);
    await lockUsers(tx, account, userIds);
    await tx.db
      .deleteFrom('inbox_members')
      .where('inbox_id', '=', inboxId)
      .$if(userIds.length > 0, (query) => query.where('user_id', 'not in', userIds))
      .execute();
    await insertInboxMembers(tx, inboxId, userIds, now);
  });
}
