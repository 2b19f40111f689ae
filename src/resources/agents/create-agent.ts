import type { Tx } from '../../db/tx.ts';
import type { UserRecord } from '../../records/user.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { addMember, type NewMember } from './add-member.ts';
import { checkAgentLimit, lockAccountMembers } from '../account_users/account-members.ts';
import { findAgent } from './queries.ts';

/**
 * Makes a new or an existing user an agent of the account.
 * @throws AppError `invalid` when the person is a member already, `plan_limit` when the account may have no more
 */
export function createAgent(tx: Tx, input: NewMember, now: Date): Promise<UserRecord> {
  return inTransaction(tx, async (tx) => {
    await lockAccountMembers(tx, input.accountId);
    await checkAgentLimit(tx, input.accountId, 1);
    return found(await findAgent(tx, input.accountId, await addMember(tx, input, now)), 'Agent');
  });
}
