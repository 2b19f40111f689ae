import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { type CapacityPolicyRow, findCapacityPolicy } from './queries.ts';
import { capacityColumns, type CapacityInput, refuseSecondName } from './write-policy.ts';

/** Adds an agent capacity policy, without agents and limits. @throws AppError `invalid` for a name that is taken */
export function createCapacityPolicy(
  tx: Tx,
  accountId: number,
  input: CapacityInput & { name: string },
  now: Date,
): Promise<CapacityPolicyRow> {
  return inTransaction(tx, async (tx) => {
    const { id } = await tx.db
      .insertInto('agent_capacity_policies')
      .values({ account_id: accountId, name: input.name, ...capacityColumns(input), created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseSecondName);
    return found(await findCapacityPolicy(tx, accountId, id), 'Agent capacity policy');
  });
}
