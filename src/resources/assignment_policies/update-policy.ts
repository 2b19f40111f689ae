import type { Tx } from '../../db/tx.ts';
import { lockAssigning, noteAssigning } from '../../conversations/assignment/note-assigning.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { type AssignmentPolicyRow, findAssignmentPolicy } from './queries.ts';
import { policyColumns, type PolicyInput, refuseSecondName } from './write-policy.ts';

/**
 * Changes an assignment policy.
 * @throws AppError `invalid` for a name that is taken, `not_found` when the policy has been deleted
 */
export function updateAssignmentPolicy(
  tx: Tx,
  { accountId, id }: AssignmentPolicyRow,
  input: PolicyInput & { name: string | undefined },
  now: Date,
): Promise<AssignmentPolicyRow> {
  return inTransaction(tx, async (tx) => {
    await lockAssigning(tx, accountId);
    await tx.db
      .updateTable('assignment_policies')
      .set({ name: input.name, ...policyColumns(input), updated_at: now })
      .where('id', '=', id)
      .execute()
      .catch(refuseSecondName);
    await noteAssigning(tx, accountId);
    return found(await findAssignmentPolicy(tx, accountId, id), 'Assignment policy');
  });
}
