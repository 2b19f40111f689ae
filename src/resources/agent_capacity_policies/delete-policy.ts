import type { Tx } from '../../db/tx.ts';
import { lockAssigning, noteAssigning } from '../../conversations/assignment/note-assigning.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { CapacityPolicyRow } from './queries.ts';

/** Deletes an agent capacity policy with its limits; its agents have none then. */
export function deleteCapacityPolicy(tx: Tx, { accountId, id }: CapacityPolicyRow): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockAssigning(tx, accountId);
    await tx.db.deleteFrom('agent_capacity_policies').where('id', '=', id).execute();
    await noteAssigning(tx, accountId);
  });
}
