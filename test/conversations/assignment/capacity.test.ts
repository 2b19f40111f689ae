import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readCandidates } from '../../../src/conversations/assignment/candidates.ts';
import { findWaiting } from '../../../src/jobs/assignment/find-waiting.ts';
import { HOUR } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenCapacity } from '../../support/assignment/policies.ts';
import { type Agent, givenTeamAtWork } from '../../support/assignment/team-at-work.ts';
import { inAnHour, pathOf, toggle } from '../../support/conversation-calls.ts';
import { databaseKind } from '../../support/database.ts';
import { planOf } from '../../support/database/plans.ts';
import { queriesDuring } from '../../support/database/statements.ts';
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

describe('the conversations of a member', () => {
  const look = (accountId: number, inboxId: number) => {
    const now = new Date();
    return readCandidates(test.app.tx(), { accountId, inboxId, now, since: now }, 'look');
  };

  it('are not read where the policy excludes none: their number is known', async () => {
    const { account, inbox, create, agents, assignees } = await givenTeamAtWork(test, 'Ann', 'Ben');
    const [ann, ben] = agents as [Agent, Agent];
    await givenCapacity(account, inbox, 9, [ann]);
    const rules = { exclusion_rules: { exclude_older_than_hours: 24 }, name: 'Of today' };
    await givenCapacity(account, inbox, 9, [ben], rules);
    for (const { id } of [ann, ann, ben]) await create({ assignee_id: id });
    await assignees();
    const right = await look(account.id, inbox.id);

    // A number that no reading of conversations would give.
    await test
      .rows()
      .updateTable('conversation_counts')
      .set({ count: 7 })
      .where('inbox_id', '=', inbox.id)
      .where('status', '=', 'open')
      .where('assignee_id', '!=', 0)
      .execute();

    const counted = (await look(account.id, inbox.id)).map((member) => member.counted);
    expect([right.map((member) => member.counted), counted]).toEqual([
      [2, 1],
      [7, 1],
    ]);
  });

  it('are counted by their own rows', async () => {
    const [query] = await queriesDuring(test, () => look(1, 1));

    const plan = await planOf(test, query!);

    // Not the labels of all conversations.
    expect(query!.sql).not.toContain('conversation_labels');
    if (databaseKind === 'sqlite') expect(plan).not.toMatch(/SCAN (?!json_each)/);
    else expect(plan).not.toContain('Seq Scan');
  });
});
