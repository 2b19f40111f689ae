import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import { inTransaction } from '../../db/transaction.ts';
import { insertInboxMembers, lockUsers, lockInboxMembers } from './write-members.ts';

/**
 * Adds users to an inbox; those who are members already are ignored.
 * @throws AppError `invalid` for a user who is not in the account, `not_found` when the inbox has been deleted
 */
export function addMembers(
  tx: Tx,
  account: AccountRecord,
  inboxId: number,
  userIds: readonly number[],
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockInboxMembers(tx, account, inboxId, now);
    await lockUsers(tx, account, userIds);
    await insertInboxMembers(tx, inboxId, userIds, now);
  });
}
