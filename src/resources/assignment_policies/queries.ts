import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import { paged, type Rows } from '../../db/pages/paged.ts';
import { activeInboxes, isActiveInbox } from '../../records/active-inboxes.ts';

export type AssignmentPolicyRow = NonNullable<Awaited<ReturnType<typeof findAssignmentPolicy>>>;

/** The account's policies by id; one page, or all with `page` null. */
export function listAssignmentPolicies(tx: Tx, accountId: number, page: Rows | null): Promise<AssignmentPolicyRow[]> {
  return paged(selectPolicies(tx, accountId).orderBy('p.id'), page).execute();
}

/** The account's policy with this id; undefined when there is none. */
export function findAssignmentPolicy(tx: Tx, accountId: number, id: number) {
  return selectPolicies(tx, accountId).where('p.id', '=', id).executeTakeFirst();
}

/** The policy of the account's inbox with this id; undefined when it has none. */
export function findPolicyOfInbox(tx: Tx, accountId: number, inboxId: number) {
  const policyId = activeInboxes(tx).where('inboxes.id', '=', inboxId).select('assignment_policy_id');
  return selectPolicies(tx, accountId).where('p.id', '=', policyId).executeTakeFirst();
}

/** The ids of the inboxes with this policy. */
export async function inboxIdsOf(tx: Tx, policyId: number): Promise<number[]> {
  const rows = await activeInboxes(tx).where('assignment_policy_id', '=', policyId).select('inboxes.id').execute();
  return rows.map(({ id }) => id);
}

function selectPolicies(tx: Tx, accountId: number) {
  return tx.db
    .selectFrom('assignment_policies as p')
    .where('p.account_id', '=', accountId)
    .select([
      'p.id',
      'p.account_id as accountId',
      'p.name',
      'p.description',
      'p.assignment_order as assignmentOrder',
      'p.conversation_priority as conversationPriority',
      'p.fair_distribution_limit as fairDistributionLimit',
      'p.fair_distribution_window as fairDistributionWindow',
      'p.enabled',
      'p.created_at as createdAt',
      'p.updated_at as updatedAt',
      sql<
        number | string
      >`(select count(*) from inboxes i where i.assignment_policy_id = p.id and ${isActiveInbox('i')})`.as(
        'inboxCount',
      ),
    ]);
}
