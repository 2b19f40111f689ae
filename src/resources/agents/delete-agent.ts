import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Member } from '../../records/user.ts';
import { removeMember } from '../account_users/remove-member.ts';
import { deleteUser, lockIfInNoAccount } from '../users/delete-user.ts';
import { refuseLastAdministrator } from './refuse-last-administrator.ts';

/**
 * Takes a member out of the account, its inboxes and teams, and unassigns their conversations. A user who is then in no
 * account is deleted.
 * @throws AppError `invalid` for the last administrator
 */
export function deleteAgent(tx: Tx, member: Member, now: Date): Promise<void> {
  const { accountId, userId } = member;
  return inTransaction(tx, async (tx) => {
    await removeMember(tx, member, now, () => refuseLastAdministrator(tx, accountId, userId));
    if (await lockIfInNoAccount(tx, userId)) await deleteUser(tx, userId, now);
  });
}
