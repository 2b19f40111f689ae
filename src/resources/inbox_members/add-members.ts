import type { AccountRecord } from '../../records/account.ts';
import type { EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { insertInboxMembers, keepUsers, lockInboxMembers } from './write-members.ts';

/**
 * Adds users to an inbox; present members are ignored.
 * @throws AppError `invalid` for a user who is not in the account, `not_found` when the inbox has been deleted
 */
export function addMembers(
  em: EntityManager,
  account: AccountRecord,
  inboxId: number,
  userIds: readonly number[],
  now: Date,
): Promise<void> {
  return inTransaction(em, async (em) => {
    await lockInboxMembers(em, account, inboxId, now);
    await keepUsers(em, account, userIds);
    await insertInboxMembers(em, inboxId, userIds, now);
  });
}
