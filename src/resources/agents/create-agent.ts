import type { Tx } from '../../db/tx.ts';
import type { UserRecord } from '../../records/user.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { addMember, type NewMember } from './add-member.ts';
import { insertInboxMembers, lockInboxes } from '../inbox_members/write-members.ts';
import { checkAgentLimit, lockAccountMembers } from '../account_users/account-members.ts';
import { findAgent } from './queries.ts';

/** A person invited to the account and to inboxes of it. */
export type NewAgent = NewMember & { inboxIds: readonly number[] };

/**
 * Makes a new or an existing user an agent of the account, and a member of the inboxes.
 * @throws AppError `invalid` when the person is a member already or the account does not have an inbox, `plan_limit` when the account may have no more
 */
export function createAgent(tx: Tx, { inboxIds, ...input }: NewAgent, now: Date): Promise<UserRecord> {
  return inTransaction(tx, async (tx) => {
    await lockInboxes(tx, input.accountId, inboxIds, now);
    await lockAccountMembers(tx, input.accountId);
    await checkAgentLimit(tx, input.accountId, 1);
    const userId = await addMember(tx, input, now);
    for (const inboxId of inboxIds) await insertInboxMembers(tx, inboxId, [userId], now);
    return found(await findAgent(tx, input.accountId, userId), 'Agent');
  });
}
