import type { AccountRecord } from '../../records/account.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockInboxMembers } from './write-members.ts';

/**
 * Removes users from an inbox; users who are no members are ignored.
 * @throws AppError `not_found` when the inbox has been deleted
 */
export function removeMembers(
  em: EntityManager,
  account: AccountRecord,
  inboxId: number,
  userIds: readonly number[],
  now: Date,
): Promise<void> {
  return inTransaction(em, async (em) => {
    await lockInboxMembers(em, account, inboxId, now);
    await db(em)
      .deleteFrom('inbox_members')
      .where('inbox_id', '=', inboxId)
      .where('user_id', 'in', userIds.length > 0 ? userIds : [0])
      .execute();
  });
}
