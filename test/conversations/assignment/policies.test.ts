import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findWaiting } from '../../../src/jobs/assignment/find-waiting.ts';
import { SECOND } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenPolicy } from '../../support/assignment/policies.ts';
import { ageTurns, givenTeamAtWork } from '../../support/assignment/team-at-work.ts';
import { toggle } from '../../support/conversation-calls.ts';
import { givenInbox } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('a policy whose order is', () => {
  it('round_robin gives conversations to each member in turn', async () => {
    const { account, inbox, create, assignees } = await givenTeamAtWork(test, 'Ann', 'Ben', 'Cid');
    await givenPolicy(account, inbox);

    for (let count = 0; count < 7; count += 1) await create();

    expect(await assignees()).toEqual(['Ann', 'Ben', 'Cid', 'Ann', 'Ben', 'Cid', 'Ann']);
  });

  it('balanced gives them to the member with the fewest open ones in the inbox, and in turn where several have', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork(test, 'Ann', 'Ben', 'Cid');
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
    const { account, inbox, create, assignees } = await givenTeamAtWork(test, 'Ann', 'Ben');
    await givenPolicy(account, inbox, { fair_distribution_limit: 2, fair_distribution_window: 600 });

    for (let count = 0; count < 6; count += 1) await create();
    const within = await assignees();
    await toggle(account, { id: 1 }, 'resolved');
    const resolved = await assignees();
    await ageTurns(test, account, 601 * SECOND);
    await findWaiting(test.app, new Date());

    expect(within).toEqual(['Ann', 'Ben', 'Ann', 'Ben', null, null]);
    // Resolving one gives no new turn.
    expect(resolved).toEqual(['Ben', 'Ann', 'Ben', null, null]);
    expect(await assignees()).toEqual(['Ben', 'Ann', 'Ben', 'Ann', 'Ben']);
  });

  it('does not count what was assigned by hand', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork(test, 'Ann');
    await givenPolicy(account, inbox, { fair_distribution_limit: 1 });

    for (let count = 0; count < 3; count += 1) await create({ assignee_id: agents[0]!.id });
    await create();
    await create();

    expect(await assignees()).toEqual(['Ann', 'Ann', 'Ann', 'Ann', null]);
  });
});
