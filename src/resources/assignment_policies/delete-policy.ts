import type { Tx } from '../../db/tx.ts';
import { lockAssigning, noteAssigning } from '../../conversations/assignment/note-assigning.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { AssignmentPolicyRow } from './queries.ts';

/** Deletes an assignment policy; its inboxes have none then. */
export function deleteAssignmentPolicy(tx: Tx, { accountId, id }: AssignmentPolicyRow): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockAssigning(tx, accountId);
    await tx.db.deleteFrom('assignment_policies').where('id', '=', id).execute();
    await noteAssigning(tx, accountId);
  });
}
