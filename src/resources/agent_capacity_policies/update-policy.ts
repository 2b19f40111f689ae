import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { type CapacityPolicyRow, findCapacityPolicy } from './queries.ts';
import { capacityColumns, type CapacityInput, refuseSecondName } from './write-policy.ts';

/**
 * Changes an agent capacity policy.
 * @throws AppError `invalid` for a name that is taken, `not_found` when the policy has been deleted
 */
export function updateCapacityPolicy(
  tx: Tx,
  { accountId, id }: CapacityPolicyRow,
  input: CapacityInput & { name: string | undefined },
  now: Date,
): Promise<CapacityPolicyRow> {
  return inTransaction(tx, async (tx) => {
    await tx.db
      .updateTable('agent_capacity_policies')
      .set({ name: input.name, ...capacityColumns(input), updated_at: now })
      .where('id', '=', id)
      .execute()
      .catch(refuseSecondName);
    return found(await findCapacityPolicy(tx, accountId, id), 'Agent capacity policy');
  });
}
