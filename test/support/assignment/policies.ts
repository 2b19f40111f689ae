import { ASSIGN_WAITING } from '../../../src/conversations/assignment/ask-to-assign.ts';
import type { TestApp } from '../app.ts';
import { eventually } from '../eventually.ts';
import type { TestAccount } from '../factories.ts';
import { isCreated } from '../openapi/dialect.ts';

/** What the request creates. @throws Error when it is refused */
export async function given(account: TestAccount, path: string, body: object) {
  const answer = await account.call('POST', path, body);
  if (!isCreated(answer.status)) throw new Error(`cannot create at ${path}: ${answer.text}`);
  return answer.body;
}

/** An assignment policy, which the inbox has then. */
export async function givenPolicy(account: TestAccount, inbox: { id: number }, more: object = {}) {
  const policy = await given(account, '/assignment_policies', { name: `Policy of ${inbox.id}`, ...more });
  return given(account, `/inboxes/${inbox.id}/assignment_policy`, { assignment_policy_id: policy.id });
}

/** A capacity policy that the agents have: so many open conversations of the inbox. */
export async function givenCapacity(
  account: TestAccount,
  inbox: { id: number },
  limit: number,
  agents: { id: number }[],
  more: object = {},
) {
  const policy = await given(account, '/agent_capacity_policies', { name: `Up to ${limit} of ${inbox.id}`, ...more });
  for (const { id } of agents) await given(account, `/agent_capacity_policies/${policy.id}/users`, { user_id: id });
  const path = `/agent_capacity_policies/${policy.id}/inbox_limits`;
  const inboxLimit = await given(account, path, { inbox_id: inbox.id, conversation_limit: limit });
  return { policy, limitPath: `${path}/${inboxLimit.id}` };
}

/** Waits until the jobs have assigned what they can. */
export async function settled(test: TestApp, account: TestAccount): Promise<void> {
  await eventually(
    () =>
      test
        .rows()
        .selectFrom('jobs')
        .select('id')
        .where('account_id', '=', account.id)
        .where('kind', '=', ASSIGN_WAITING)
        .where('status', '=', 'pending')
        .execute(),
    (jobs) => jobs.length === 0,
  );
}

/** An open conversation, as rows have it; `assignee` null = it is unassigned. */
export type Open = { number: number; assignee: number | null };

/** The open conversations of the account, by number. */
export function openOnes(test: TestApp, account: TestAccount): Promise<Open[]> {
  return test
    .rows()
    .selectFrom('conversations')
    .where('account_id', '=', account.id)
    .where('status', '=', 'open')
    .orderBy('display_id')
    .select(['display_id as number', 'assignee_id as assignee'])
    .execute();
}
