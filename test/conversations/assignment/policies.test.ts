import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findWaiting } from '../../../src/jobs/assignment/find-waiting.ts';
import { HOUR, SECOND } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { given, givenCapacity, givenPolicy, openOnes, settled } from '../../support/assignment/policies.ts';
import {
  givenAccount,
  givenAgent,
  givenAgentOnline,
  givenBot,
  givenContact,
  givenInbox,
  givenTeam,
  type TestAccount,
} from '../../support/factories.ts';
import { activitiesOf, ask, inAnHour, pathOf, reply, shown, toggle } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

type Agent = { id: number; name: string; token: string };

/** An account with an inbox, and members who are online. */
async function givenTeamAtWork(...names: string[]) {
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

const setAvailability = (account: TestAccount, { token }: Agent, availability: string) =>
  test.request('POST', '/api/v1/profile/availability', {
    token,
    body: { profile: { account_id: account.id, availability } },
  });

/** Lets the time that has passed since their turns grow. */
async function ageTurns(account: TestAccount, ms: number): Promise<void> {
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

describe('a policy whose order is', () => {
  it('round_robin gives conversations to each member in turn', async () => {
    const { account, inbox, create, assignees } = await givenTeamAtWork('Ann', 'Ben', 'Cid');
    await givenPolicy(account, inbox);

    for (let count = 0; count < 7; count += 1) await create();

    expect(await assignees()).toEqual(['Ann', 'Ben', 'Cid', 'Ann', 'Ben', 'Cid', 'Ann']);
  });

  it('balanced gives them to the member with the fewest open ones in the inbox, and in turn where several have', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork('Ann', 'Ben', 'Cid');
    await givenPolicy(account, inbox, { assignment_order: 'balanced' });
    const elsewhere = await givenInbox(account);
    for (const agent of agents.slice(1)) {
      for (let count = 0; count < 2; count += 1) await create({ assignee_id: agent.id });
    }
    await create({ inbox_id: elsewhere.id, assignee_id: agents[0]!.id });

    for (let count = 0; count < 4; count += 1) await create();

    expect((await assignees()).slice(5)).toEqual(['Ann', 'Ann', 'Ben', 'Cid']);
  });
});

describe('a policy with a limit for a window', () => {
  it('gives a member no more than that within it, and the others afterwards', async () => {
    const { account, inbox, create, assignees } = await givenTeamAtWork('Ann', 'Ben');
    await givenPolicy(account, inbox, { fair_distribution_limit: 2, fair_distribution_window: 600 });

    for (let count = 0; count < 6; count += 1) await create();
    const within = await assignees();
    await toggle(account, { id: 1 }, 'resolved');
    const resolved = await assignees();
    await ageTurns(account, 601 * SECOND);
    await findWaiting(test.app, new Date());

    expect(within).toEqual(['Ann', 'Ben', 'Ann', 'Ben', null, null]);
    // Resolving one gives no new turn.
    expect(resolved).toEqual(['Ben', 'Ann', 'Ben', null, null]);
    expect(await assignees()).toEqual(['Ben', 'Ann', 'Ben', 'Ann', 'Ben']);
  });

  it('does not count what was assigned by hand', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork('Ann');
    await givenPolicy(account, inbox, { fair_distribution_limit: 1 });

    for (let count = 0; count < 3; count += 1) await create({ assignee_id: agents[0]!.id });
    await create();
    await create();

    expect(await assignees()).toEqual(['Ann', 'Ann', 'Ann', 'Ann', null]);
  });
});

describe('what waits in an inbox with a policy', () => {
  it('is assigned as soon as a member is online, the earliest first', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork('Ann');
    const [ann] = agents as [Agent];
    await givenPolicy(account, inbox, { fair_distribution_limit: 2 });
    await setAvailability(account, ann, 'busy');
    for (let count = 0; count < 3; count += 1) await create();
    const before = await assignees();

    await setAvailability(account, ann, 'online');

    expect([before, await assignees()]).toEqual([
      [null, null, null],
      ['Ann', 'Ann', null],
    ]);
    expect(await activitiesOf(account, { id: 1 })).toEqual(['Auto assignment gave this conversation to Ann']);
  });

  it('is assigned when a member says that they are at work', async () => {
    const { account, inbox, create } = await givenTeamAtWork();
    await givenPolicy(account, inbox);
    const ann = await givenAgent(test, account, 'Ann');
    await create();

    await account.call('POST', '/update_active_at', undefined, { token: ann.token });
    await settled(test, account);

    expect((await shown(account, { id: 1 })).assignee).toMatchObject({ name: 'Ann' });
  });

  it('is assigned in the order of waiting for an answer, where the policy says so; those without a question last', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork('Ann');
    const [ann] = agents as [Agent];
    await givenPolicy(account, inbox, { conversation_priority: 'longest_waiting', fair_distribution_limit: 1 });
    await setAvailability(account, ann, 'busy');
    for (let count = 0; count < 3; count += 1) await create();
    for (const id of [1, 2, 3]) await reply(account, { id });
    for (const id of [3, 2]) await ask(account, { id });

    const order: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      await setAvailability(account, ann, 'online');
      order.push((await assignees()).findIndex((name, index) => name !== null && !order.includes(index + 1)) + 1);
      await ageTurns(account, 2 * HOUR);
    }

    expect(order).toEqual([3, 2, 1]);
  });

  it('goes before a new conversation', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork('Ann');
    const { limitPath } = await givenCapacity(account, inbox, 0, agents);
    await create();
    await account.call('PATCH', limitPath, { conversation_limit: 1 });

    await create();

    expect(await assignees()).toEqual(['Ann', null]);
  });

  it('stays with its team: others get what comes after it', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork('Ann', 'Ben');
    const [ann, ben] = agents as [Agent, Agent];
    const team = await givenTeam(account, [ben]);
    const manual = await givenTeam(account, [ann], { name: 'manual', allow_auto_assign: false });
    await givenPolicy(account, inbox);
    await setAvailability(account, ben, 'offline');
    await create({ team_id: team.id });
    await create({ team_id: manual.id });
    await create();
    const before = await assignees();

    await setAvailability(account, ben, 'online');

    expect([before, await assignees()]).toEqual([
      [null, null, 'Ann'],
      ['Ben', null, 'Ann'],
    ]);
  });

  it('is nothing that is closed, or that a bot has', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork('Ann');
    const [ann] = agents as [Agent];
    await givenPolicy(account, inbox);
    const bot = await givenBot(test, account);
    await setAvailability(account, ann, 'busy');
    for (let count = 0; count < 3; count += 1) await create();
    await account.call('POST', pathOf({ id: 1 }, '/assignments'), { assignee_id: bot.id, assignee_type: 'AgentBot' });
    await toggle(account, { id: 2 }, 'resolved');

    await setAvailability(account, ann, 'online');

    expect(await assignees()).toEqual([null, 'Ann']);
    expect((await shown(account, { id: 2 })).assignee).toBeNull();
  });

  it.each([
    ['the policy is not enabled', { enabled: false }, {}],
    ['the inbox does not assign automatically', {}, { enable_auto_assignment: false }],
  ])('stays where %s', async (_, ofPolicy, ofInbox) => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork('Ann');
    const [ann] = agents as [Agent];
    const policy = await givenPolicy(account, inbox);
    await setAvailability(account, ann, 'busy');
    await create();
    await account.call('PATCH', `/assignment_policies/${policy.id}`, ofPolicy);
    await account.call('PATCH', `/inboxes/${inbox.id}`, ofInbox);

    await setAvailability(account, ann, 'online');
    await findWaiting(test.app, new Date());

    expect(await assignees()).toEqual([null]);
  });

  it('is assigned within a minute of a change of the settings', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork('Ann');
    const policy = await givenPolicy(account, inbox, { enabled: false });
    const { policy: capacity, limitPath } = await givenCapacity(account, inbox, 0, agents);
    for (let count = 0; count < 3; count += 1) await create();

    await account.call('PATCH', limitPath, { conversation_limit: 1 });
    await findWaiting(test.app, new Date());
    const one = await assignees();
    await account.call('PATCH', `/assignment_policies/${policy.id}`, { enabled: true });
    await account.call('DELETE', `/agent_capacity_policies/${capacity.id}`);
    await findWaiting(test.app, new Date());

    expect([one, await assignees()]).toEqual([
      ['Ann', null, null],
      ['Ann', 'Ann', 'Ann'],
    ]);
  });
});

describe('a member at capacity', () => {
  it('gets nothing automatically until one of theirs is resolved, snoozed, given away or unassigned', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork('Ann');
    await givenCapacity(account, inbox, 2, agents);
    for (let count = 0; count < 6; count += 1) await create();
    const full = await assignees();

    await toggle(account, { id: 1 }, 'resolved');
    const resolved = await assignees();
    await toggle(account, { id: 2 }, 'snoozed', { snoozed_until: inAnHour() });
    const snoozed = await assignees();
    await account.call('POST', pathOf({ id: 3 }, '/assignments'), { assignee_id: account.administrator.id });
    const reassigned = await assignees();

    expect(full).toEqual(['Ann', 'Ann', null, null, null, null]);
    expect(resolved).toEqual(['Ann', 'Ann', null, null, null]);
    expect(snoozed).toEqual(['Ann', 'Ann', null, null]);
    // The third is the administrator's.
    expect(reassigned).toEqual([null, 'Ann', 'Ann', null]);
  });

  it('can still be given more by hand', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork('Ann');
    const [ann] = agents as [Agent];
    await givenCapacity(account, inbox, 1, agents);

    await create({ assignee_id: ann.id });
    await create({ assignee_id: ann.id });
    await create();

    expect(await assignees()).toEqual(['Ann', 'Ann', null]);
  });

  it('is passed over where others are free, and is free in other inboxes', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork('Ann', 'Ben');
    await givenCapacity(account, inbox, 1, agents.slice(0, 1));
    const other = await givenInbox(account);

    for (let count = 0; count < 3; count += 1) await create();
    await create({ inbox_id: other.id });

    expect(await assignees()).toEqual(['Ann', 'Ben', 'Ben', 'Ann']);
  });

  it('with the limit of the inbox as well gets what the lower one allows', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork('Ann');
    await givenCapacity(account, inbox, 3, agents);
    await account.call('PATCH', `/inboxes/${inbox.id}`, { auto_assignment_config: { max_assignment_limit: 2 } });

    for (let count = 0; count < 3; count += 1) await create();

    expect(await assignees()).toEqual(['Ann', 'Ann', null]);
  });

  it('does not have those counted that the policy excludes', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork('Ann');
    const rules = { excluded_labels: ['parked'], exclude_older_than_hours: 24 };
    await givenCapacity(account, inbox, 2, agents, { exclusion_rules: rules });
    for (let count = 0; count < 5; count += 1) await create();
    const full = await assignees();

    await account.call('POST', pathOf({ id: 1 }, '/labels'), { labels: ['parked', 'vip'] });
    await findWaiting(test.app, new Date());
    const labelled = await assignees();
    await test
      .rows()
      .updateTable('conversations')
      .set({ created_at: new Date(Date.now() - 25 * HOUR) })
      .where('account_id', '=', account.id)
      .where('display_id', '=', 2)
      .execute();
    await findWaiting(test.app, new Date());

    expect([full, labelled, await assignees()]).toEqual([
      ['Ann', 'Ann', null, null, null],
      ['Ann', 'Ann', 'Ann', null, null],
      ['Ann', 'Ann', 'Ann', 'Ann', null],
    ]);
  });
});
