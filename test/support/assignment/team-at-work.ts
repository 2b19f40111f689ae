import type { TestApp } from '../app.ts';
import { givenAccount, givenAgentOnline, givenContact, givenInbox, type TestAccount } from '../factories.ts';
import { given, openOnes, settled } from './policies.ts';

export type Agent = { id: number; name: string; token: string };

/** An account with an inbox, and members who are online. */
export async function givenTeamAtWork(test: TestApp, ...names: string[]) {
  const account = await givenAccount(test);
  const inbox = await givenInbox(account);
  const contact = await givenContact(account);
  const agents: Agent[] = [];
  for (const name of names) agents.push(await givenAgentOnline(test, account, name));
  const create = (more: object = {}) =>
    given(account, '/conversations', { inbox_id: inbox.id, contact_id: contact.id, ...more });
  const nameOf = (id: number | null) => agents.find((agent) => agent.id === id)?.name ?? null;
  /** Who has the open conversations, by their numbers, once the jobs are done. */
  const assignees = async () => {
    await settled(test, account);
    return (await openOnes(test, account)).map(({ assignee }) => nameOf(assignee));
  };
  return { account, inbox, create, agents, assignees };
}

export const setAvailability = (test: TestApp, account: TestAccount, { token }: Agent, availability: string) =>
  test.request('POST', '/api/v1/profile/availability', {
    token,
    body: { profile: { account_id: account.id, availability } },
  });

/** Lets the time that has passed since their turns grow. */
export async function ageTurns(test: TestApp, account: TestAccount, ms: number): Promise<void> {
  const rows = test.rows();
  const turns = await rows
    .selectFrom('assignment_turns as t')
    .innerJoin('inbox_members as m', 'm.id', 't.inbox_member_id')
    .innerJoin('inboxes as i', 'i.id', 'm.inbox_id')
    .where('i.account_id', '=', account.id)
    .select(['t.id', 't.assigned_at as at'])
    .execute();
  for (const { id, at } of turns) {
    const earlier = new Date(at.getTime() - ms);
    await rows.updateTable('assignment_turns').set({ assigned_at: earlier }).where('id', '=', id).execute();
  }
}
