import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { lockAccountMembers } from '../account_users/account-members.ts';
import { type CapacityPolicyRow, findCapacityPolicy } from './queries.ts';

/**
 * Gives the user the capacity policy, in place of any other.
 * @throws AppError `not_found` for a user who does not work in the account, or when the policy has been deleted
 */
export function addPolicyUser(tx: Tx, policy: CapacityPolicyRow, userId: number, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockAccountMembers(tx, policy.accountId);
    found(await findCapacityPolicy(tx, policy.accountId, policy.id), 'Agent capacity policy');
    const updated = await tx.db
      .updateTable('account_users')
      .set({ agent_capacity_policy_id: policy.id, updated_at: now })
      .where('account_id', '=', policy.accountId)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    found(updated, 'Agent');
  });
}

/** Takes the capacity policy from the user. @throws AppError `not_found` for a user who does not have it */
export function removePolicyUser(tx: Tx, policy: CapacityPolicyRow, userId: number, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const updated = await tx.db
      .updateTable('account_users')
      .set({ agent_capacity_policy_id: null, updated_at: now })
      .where('account_id', '=', policy.accountId)
      .where('user_id', '=', userId)
      .where('agent_capacity_policy_id', '=', policy.id)
      .returning('id')
      .executeTakeFirst();
    found(updated, 'Agent');
  });
}
