import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import { inList } from '../../db/dialect.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import { isActiveInbox } from '../../records/active-inboxes.ts';
import { readAgents } from '../../records/read-agents.ts';
import type { UserRecord } from '../../records/user.ts';

export type CapacityPolicyRow = NonNullable<Awaited<ReturnType<typeof findCapacityPolicy>>>;
export type InboxLimitRow = NonNullable<Awaited<ReturnType<typeof findInboxLimit>>>;
export type ShownCapacityPolicy = CapacityPolicyRow & { limits: InboxLimitRow[] };

/** The account's policies by id, with their limits; one page, or all with `page` null. */
export async function listCapacityPolicies(
  tx: Tx,
  accountId: number,
  page: Rows | null,
): Promise<ShownCapacityPolicy[]> {
  return withLimits(tx, await paged(selectPolicies(tx, accountId).orderBy('p.id'), page).execute());
}

/** The account's policy with this id; undefined when there is none. */
export function findCapacityPolicy(tx: Tx, accountId: number, id: number) {
  return selectPolicies(tx, accountId).where('p.id', '=', id).executeTakeFirst();
}

/** The policy with its limits. */
export async function completePolicy(tx: Tx, policy: CapacityPolicyRow): Promise<ShownCapacityPolicy> {
  const [shown] = await withLimits(tx, [policy]);
  return shown as ShownCapacityPolicy;
}

/** The limit of the policy with this id; undefined when there is none. */
export function findInboxLimit(tx: Tx, policyId: number, id: number) {
  return selectLimits(tx).where('l.agent_capacity_policy_id', '=', policyId).where('l.id', '=', id).executeTakeFirst();
}

/** The members with the policy, by name; one page, or all with `page` null. */
export async function listPolicyAgents(
  tx: Tx,
  { accountId, id }: CapacityPolicyRow,
  page: Rows | null,
): Promise<UserRecord[]> {
  return readAgents(tx, accountId, { ids: await userIdsOf(tx, accountId, id) }, page);
}

/** The ids of the users with the policy. */
async function userIdsOf(tx: Tx, accountId: number, policyId: number): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('account_users')
    .select('user_id as id')
    .where('account_id', '=', accountId)
    .where('agent_capacity_policy_id', '=', policyId)
    .execute();
  return rows.map(({ id }) => id);
}

async function withLimits(tx: Tx, policies: CapacityPolicyRow[]): Promise<ShownCapacityPolicy[]> {
  if (policies.length === 0) return [];
  const ids = JSON.stringify(policies.map(({ id }) => id));
  const limits = await selectLimits(tx)
    .where(inList(tx, 'l.agent_capacity_policy_id', ids))
    .execute();
  return policies.map((policy) => ({ ...policy, limits: limits.filter(({ policyId }) => policyId === policy.id) }));
}

function selectLimits(tx: Tx) {
  return tx.db
    .selectFrom('inbox_capacity_limits as l')
    .innerJoin('inboxes as i', 'i.id', 'l.inbox_id')
    .where(isActiveInbox('i'))
    .orderBy('l.id')
    .select([
      'l.id',
      'l.agent_capacity_policy_id as policyId',
      'l.inbox_id as inboxId',
      'l.conversation_limit as conversationLimit',
      'i.account_id as accountId',
    ]);
}

function selectPolicies(tx: Tx, accountId: number) {
  return tx.db
    .selectFrom('agent_capacity_policies as p')
    .where('p.account_id', '=', accountId)
    .select([
      'p.id',
      'p.account_id as accountId',
      'p.name',
      'p.description',
      'p.excluded_labels as excludedLabels',
      'p.exclude_older_than_hours as excludeOlderThanHours',
      'p.created_at as createdAt',
      'p.updated_at as updatedAt',
      sql<number | string>`(select count(*) from account_users a where a.agent_capacity_policy_id = p.id)`.as(
        'agentCount',
      ),
    ]);
}
