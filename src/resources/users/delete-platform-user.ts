import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { removeMember } from '../account_users/remove-member.ts';
import { deleteUser } from './delete-user.ts';

/** Deletes a user, also where they are the last administrator of an account; what they wrote stays. */
export function deletePlatformUser(tx: Tx, userId: number, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const memberships = await tx.db
      .selectFrom('account_users')
      .select('account_id as accountId')
      .where('user_id', '=', userId)
      .orderBy('account_id')
      .execute();
    for (const { accountId } of memberships) await removeMember(tx, { accountId, userId }, now);
    await deleteUser(tx, userId, now);
  });
}
