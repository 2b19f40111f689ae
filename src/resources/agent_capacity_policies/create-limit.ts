import type { Tx } from '../../db/tx.ts';
import { lockAssigning, noteAssigning } from '../../conversations/assignment/note-assigning.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { found, invalidField } from '../../errors.ts';
import { activeInboxes } from '../../records/active-inboxes.ts';
import { type CapacityPolicyRow, findCapacityPolicy, findInboxLimit, type InboxLimitRow } from './queries.ts';

/**
 * Limits how many open conversations of the inbox each agent with the policy may have.
 * @throws AppError `invalid` for an inbox that the policy limits already, `not_found` for an inbox that is not the account's,
 *   or when the policy has been deleted
 */
export function createInboxLimit(
  tx: Tx,
  policy: CapacityPolicyRow,
  input: { inboxId: number; conversationLimit: number },
  now: Date,
): Promise<InboxLimitRow> {
  const { id: policyId, accountId } = policy;
  return inTransaction(tx, async (tx) => {
    await lockAssigning(tx, accountId);
    found(await findCapacityPolicy(tx, accountId, policyId), 'Agent capacity policy');
    const inbox = activeInboxes(tx).where('id', '=', input.inboxId).where('account_id', '=', accountId).select('id');
    found(await inbox.executeTakeFirst(), 'Inbox');
    const { id } = await tx.db
      .insertInto('inbox_capacity_limits')
      .values({
        agent_capacity_policy_id: policyId,
        inbox_id: input.inboxId,
        conversation_limit: input.conversationLimit,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseSecondLimit);
    await noteAssigning(tx, accountId);
    return found(await findInboxLimit(tx, policyId, id), 'Inbox limit');
  });
}

function refuseSecondLimit(error: unknown): never {
  throw isUniqueViolation(error, 'inbox_capacity_limits', 'inbox_id')
    ? invalidField('inbox_id', 'has already been taken: change the limit that it has')
    : error;
}
