import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { type AssignmentPolicyRow, findAssignmentPolicy } from './queries.ts';
import { policyColumns, type PolicyInput, refuseSecondName } from './write-policy.ts';

/** Adds an assignment policy to the account, without inboxes. @throws AppError `invalid` for a name that is taken */
export function createAssignmentPolicy(
  tx: Tx,
  accountId: number,
  input: PolicyInput & { name: string },
  now: Date,
): Promise<AssignmentPolicyRow> {
  return inTransaction(tx, async (tx) => {
    const { id } = await tx.db
      .insertInto('assignment_policies')
      .values({
        account_id: accountId,
        name: input.name,
        ...policyColumns(input),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseSecondName);
    return found(await findAssignmentPolicy(tx, accountId, id), 'Assignment policy');
  });
}
