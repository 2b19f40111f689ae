import type { Tx } from '../../db/tx.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';

export type AccountUserRow = Awaited<ReturnType<typeof listAccountUsers>>[number];

const COLUMNS = [
  'id',
  'account_id as accountId',
  'user_id as userId',
  'role',
  'inviter_id as inviterId',
  'availability',
  'auto_offline as autoOffline',
  'agent_capacity_policy_id as agentCapacityPolicyId',
  'active_at as activeAt',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** The memberships of the account, by id; one page, or all with `page` null. */
export function listAccountUsers(tx: Tx, accountId: number, page: Rows | null) {
  const query = tx.db.selectFrom('account_users').select(COLUMNS).where('account_id', '=', accountId).orderBy('id');
  return paged(query, page).execute();
}

/** The membership, which must exist. */
export function readAccountUser(tx: Tx, accountId: number, userId: number): Promise<AccountUserRow> {
  return tx.db
    .selectFrom('account_users')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}
