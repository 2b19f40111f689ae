import type { UserRecord } from '../../records/user.ts';
import type { EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { addMember, type NewMember } from './add-member.ts';
import { checkAgentLimit, lockAccountMembers } from './account-members.ts';
import { findAgent } from './queries.ts';

/**
 * Makes a new or an existing user an agent of the account.
 * @throws AppError `invalid` for a member, `plan_limit` when the account may have no more
 */
export function createAgent(em: EntityManager, input: NewMember, now: Date): Promise<UserRecord> {
  return inTransaction(em, async (em) => {
    await lockAccountMembers(em, input.accountId);
    await checkAgentLimit(em, input.accountId, 1);
    return found(await findAgent(em, input.accountId, await addMember(em, input, now)), 'Agent');
  });
}
