import type { Tx } from '../../db/tx.ts';
import { lockAssigning, noteAssigning } from '../../conversations/assignment/note-assigning.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { isActiveInbox } from '../../records/active-inboxes.ts';
import { findAssignmentPolicy } from './queries.ts';

/**
 * Gives the inbox the assignment policy with this id, in place of any other; null = none.
 * @throws AppError `not_found` for a policy that is not the account's, or when the inbox has been deleted
 */
export function setInboxPolicy(
  tx: Tx,
  inbox: { accountId: number; inboxId: number },
  policyId: number | null,
  now: Date,
): Promise<void> {
  const { accountId, inboxId } = inbox;
  return inTransaction(tx, async (tx) => {
    await lockAssigning(tx, accountId);
    if (policyId !== null) found(await findAssignmentPolicy(tx, accountId, policyId), 'Assignment policy');
    const updated = await tx.db
      .updateTable('inboxes')
      .set({ assignment_policy_id: policyId, updated_at: now })
      .where('id', '=', inboxId)
      .where('account_id', '=', accountId)
      .where(isActiveInbox())
      .returning('id')
      .executeTakeFirst();
    found(updated, 'Inbox');
    await noteAssigning(tx, accountId);
  });
}
