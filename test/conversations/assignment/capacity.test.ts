import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findWaiting } from '../../../src/jobs/assignment/find-waiting.ts';
import { HOUR } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenCapacity } from '../../support/assignment/policies.ts';
import { type Agent, givenTeamAtWork } from '../../support/assignment/team-at-work.ts';
import { inAnHour, pathOf, toggle } from '../../support/conversation-calls.ts';
import { givenInbox } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('a member at capacity', () => {
  it('gets nothing automatically until one of theirs is resolved, snoozed, given away or unassigned', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork(test, 'Ann');
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
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork(test, 'Ann');
    const [ann] = agents as [Agent];
    await givenCapacity(account, inbox, 1, agents);

    await create({ assignee_id: ann.id });
    await create({ assignee_id: ann.id });
    await create();

    expect(await assignees()).toEqual(['Ann', 'Ann', null]);
  });

  it('is passed over where others are free, and is free in other inboxes', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork(test, 'Ann', 'Ben');
    await givenCapacity(account, inbox, 1, agents.slice(0, 1));
    const other = await givenInbox(account);

    for (let count = 0; count < 3; count += 1) await create();
    await create({ inbox_id: other.id });

    expect(await assignees()).toEqual(['Ann', 'Ben', 'Ben', 'Ann']);
  });

  it('with the limit of the inbox as well gets what the lower one allows', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork(test, 'Ann');
    await givenCapacity(account, inbox, 3, agents);
    await account.call('PATCH', `/inboxes/${inbox.id}`, { auto_assignment_config: { max_assignment_limit: 2 } });

    for (let count = 0; count < 3; count += 1) await create();

    expect(await assignees()).toEqual(['Ann', 'Ann', null]);
  });

  it('does not have those counted that the policy excludes', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork(test, 'Ann');
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
