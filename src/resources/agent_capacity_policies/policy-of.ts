import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import type { AccountRecord } from '../../records/account.ts';
import { type CapacityPolicyRow, findCapacityPolicy } from './queries.ts';

/** The part of a request that names a policy in its path. */
type PolicyPath = { tx: Tx; account: AccountRecord; params: { id: number } };

/** The policy that the path names. @throws AppError `not_found` unless it is the account's */
export async function policyOf({ tx, account, params }: PolicyPath): Promise<CapacityPolicyRow> {
  return found(await findCapacityPolicy(tx, account.id, params.id), 'Agent capacity policy');
}
