import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockInboxMembers } from './write-members.ts';

/**
 * Removes users from an inbox; users who are no members are ignored.
 * @throws AppError `not_found` when the inbox has been deleted
 */
export function removeMembers(
  tx: Tx,
  account: AccountRecord,
  inboxId: number,
  userIds: readonly number[],
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockInboxMembers(tx, account, inboxId, now);
    await tx.db
      .deleteFrom('inbox_members')
      .where('inbox_id', '=', inboxId)
      .where('user_id', 'in', userIds.length > 0 ? userIds : [0])
      .execute();
  });
}
