import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findWaiting } from '../../../src/jobs/assignment/find-waiting.ts';
import { HOUR } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenCapacity, givenPolicy, settled } from '../../support/assignment/policies.ts';
import { ageTurns, type Agent, givenTeamAtWork, setAvailability } from '../../support/assignment/team-at-work.ts';
import { givenRule, settled as rulesSettled } from '../../resources/automation_rules/given-rule.ts';
import { activitiesOf, ask, pathOf, reply, shown, toggle } from '../../support/conversation-calls.ts';
import { givenAgent, givenBot, givenTeam } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('what waits in an inbox with a policy', () => {
  it('is assigned as soon as a member is online, the earliest first', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork(test, 'Ann');
    const [ann] = agents as [Agent];
    await givenPolicy(account, inbox, { fair_distribution_limit: 2 });
    await setAvailability(test, account, ann, 'busy');
    for (let count = 0; count < 3; count += 1) await create();
    const before = await assignees();

    await setAvailability(test, account, ann, 'online');

    expect([before, await assignees()]).toEqual([
      [null, null, null],
      ['Ann', 'Ann', null],
    ]);
    expect(await activitiesOf(account, { id: 1 })).toEqual(['Auto assignment gave this conversation to Ann']);
  });

  it('is assigned when a member says that they are at work', async () => {
    const { account, inbox, create } = await givenTeamAtWork(test);
    await givenPolicy(account, inbox);
    const ann = await givenAgent(test, account, 'Ann');
    await create();

    await account.call('POST', '/update_active_at', undefined, { token: ann.token });
    await settled(test, account);

    expect((await shown(account, { id: 1 })).assignee).toMatchObject({ name: 'Ann' });
  });

  it('is assigned in the order of waiting for an answer, where the policy says so; those without a question last', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork(test, 'Ann');
    const [ann] = agents as [Agent];
    await givenPolicy(account, inbox, { conversation_priority: 'longest_waiting', fair_distribution_limit: 1 });
    await setAvailability(test, account, ann, 'busy');
    for (let count = 0; count < 3; count += 1) await create();
    for (const id of [1, 2, 3]) await reply(account, { id });
    for (const id of [3, 2]) await ask(account, { id });

    const order: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      await setAvailability(test, account, ann, 'online');
      order.push((await assignees()).findIndex((name, index) => name !== null && !order.includes(index + 1)) + 1);
      await ageTurns(test, account, 2 * HOUR);
    }

    expect(order).toEqual([3, 2, 1]);
  });

  it('stays assigned where a rule takes the assignee away again and again', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork(test, 'Ann');
    await givenCapacity(account, inbox, 5, agents);
    const ofInbox = { attribute_key: 'inbox_id', filter_operator: 'equal_to', values: [inbox.id] };
    await givenRule(account, 'conversation_updated', [ofInbox], ['remove_assigned_agent']);
    await create();

    await account.call('PATCH', pathOf({ id: 1 }), { priority: 'high' });
    await rulesSettled(test, account);

    expect(await assignees()).toEqual(['Ann']);
    // Assigned and taken away at most twice, and the change of the priority.
    expect((await activitiesOf(account, { id: 1 })).length).toBeLessThanOrEqual(6);
  });

  it('goes before a new conversation', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork(test, 'Ann');
    const { limitPath } = await givenCapacity(account, inbox, 0, agents);
    await create();
    await account.call('PATCH', limitPath, { conversation_limit: 1 });

    await create();

    expect(await assignees()).toEqual(['Ann', null]);
  });

  it('stays with its team: others get what comes after it', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork(test, 'Ann', 'Ben');
    const [ann, ben] = agents as [Agent, Agent];
    const team = await givenTeam(account, [ben]);
    const manual = await givenTeam(account, [ann], { name: 'manual', allow_auto_assign: false });
    await givenPolicy(account, inbox);
    await setAvailability(test, account, ben, 'offline');
    await create({ team_id: team.id });
    await create({ team_id: manual.id });
    await create();
    const before = await assignees();

    await setAvailability(test, account, ben, 'online');

    expect([before, await assignees()]).toEqual([
      [null, null, 'Ann'],
      ['Ben', null, 'Ann'],
    ]);
  });

  it.each([
    ['that assigns nothing by itself', { enable_auto_assignment: false }],
    ['without a policy', {}],
  ])('is assigned in an inbox %s where it is of a team, once a member of both is online', async (_, settings) => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork(test, 'Ann', 'Ben');
    const [ann, ben] = agents as [Agent, Agent];
    await account.call('PATCH', `/inboxes/${inbox.id}`, settings);
    const team = await givenTeam(account, [ben]);
    const manual = await givenTeam(account, [ben], { allow_auto_assign: false });
    for (const agent of [ann, ben]) await setAvailability(test, account, agent, 'offline');
    for (const more of [{ team_id: manual.id }, {}, { team_id: team.id }, { team_id: team.id }]) await create(more);

    await setAvailability(test, account, ann, 'online');
    const withAnn = await assignees();
    await setAvailability(test, account, ben, 'online');

    expect([withAnn, await assignees()]).toEqual([
      [null, null, null, null],
      [null, null, 'Ben', 'Ben'],
    ]);
  });

  it('is assigned to a member of its team who has ended another one, where the inbox limits their number', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork(test, 'Ann');
    await account.call('PATCH', `/inboxes/${inbox.id}`, { auto_assignment_config: { max_assignment_limit: 1 } });
    const team = await givenTeam(account, agents);
    for (let count = 0; count < 2; count += 1) await create({ team_id: team.id });
    const before = await assignees();

    await toggle(account, { id: 1 }, 'resolved');

    expect([before, await assignees()]).toEqual([['Ann', null], ['Ann']]);
  });

  it('is nothing that is closed, or that a bot has', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork(test, 'Ann');
    const [ann] = agents as [Agent];
    await givenPolicy(account, inbox);
    const bot = await givenBot(test, account);
    await setAvailability(test, account, ann, 'busy');
    for (let count = 0; count < 3; count += 1) await create();
    await account.call('POST', pathOf({ id: 1 }, '/assignments'), { assignee_id: bot.id, assignee_type: 'AgentBot' });
    await toggle(account, { id: 2 }, 'resolved');

    await setAvailability(test, account, ann, 'online');

    expect(await assignees()).toEqual([null, 'Ann']);
    expect((await shown(account, { id: 2 })).assignee).toBeNull();
  });

  it.each([
    ['the policy is not enabled', { enabled: false }, {}],
    ['the inbox does not assign automatically', {}, { enable_auto_assignment: false }],
  ])('stays where %s', async (_, ofPolicy, ofInbox) => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork(test, 'Ann');
    const [ann] = agents as [Agent];
    const policy = await givenPolicy(account, inbox);
    await setAvailability(test, account, ann, 'busy');
    await create();
    await account.call('PATCH', `/assignment_policies/${policy.id}`, ofPolicy);
    await account.call('PATCH', `/inboxes/${inbox.id}`, ofInbox);

    await setAvailability(test, account, ann, 'online');
    await findWaiting(test.app, new Date());

    expect(await assignees()).toEqual([null]);
  });

  it('is assigned within a minute of a change of the settings', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork(test, 'Ann');
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
