import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Condition } from '../../../../src/web/console/store/conditions.ts';
import { filteredBy } from '../../../../src/web/console/store/list-query.ts';
import { givenApp, type TestApp } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import {
  givenAccount,
  givenContact,
  givenConversation,
  givenInbox,
  givenTeam,
  type TestAccount,
} from '../../../support/factories.ts';
import { type ConsoleTab, openConsole } from '../../../support/web/console.ts';

let test: TestApp;
let account: TestAccount;
let tab: ConsoleTab;
beforeAll(async () => {
  test = await givenApp({ 'rate_limit.requests_per_minute': '0', 'limits.messages_per_minute': '0' });
  account = await givenAccount(test);
});
afterEach(() => tab.console.stop());
afterAll(() => test.stop());

async function givenTab(browser: string) {
  tab = await openConsole({ url: test.url, token: account.administrator.token, accountId: account.id, browser });
  await eventually(() => tab.console.line.peek().isUp, Boolean);
  return tab.console;
}

/** The numbers that the server has for the conditions. */
async function ofServer(conditions: readonly Condition[]): Promise<number[]> {
  const { body } = await account.call('POST', '/conversations/filter', { payload: conditions });
  return (body.payload as { id: number }[]).map(({ id }) => id);
}

/** Few enough for a page, so that the list has all that it should. */
const MOST = 12;

describe('the list of a filter', () => {
  it('has what the server has, whatever happens, and mostly without asking it', async () => {
    const inboxes = [await givenInbox(account), await givenInbox(account)];
    const teams = [await givenTeam(account), await givenTeam(account)];
    await account.call('POST', '/labels', { title: 'vip' });
    await account.call('POST', '/labels', { title: 'billing' });
    const contact = await givenContact(account);
    const numbers: number[] = [];
    for (let at = 0; at < MOST; at += 1) {
      const { id } = await givenConversation(account, { inbox_id: inboxes[at % 2]!.id, contact_id: contact.id });
      numbers.push(id);
    }
    const console = await givenTab('filters');
    const conditionOn = (key: string, values: readonly unknown[], operators: readonly string[]) =>
      fc.record({
        attribute_key: fc.constant(key),
        filter_operator: fc.constantFrom(...operators),
        values: fc.subarray([...values], { minLength: 1 }),
        query_operator: fc.constantFrom('AND', 'OR', 'or', null),
      });
    const both = ['equal_to', 'not_equal_to'];
    const present = [...both, 'is_present', 'is_not_present'];
    const conditions = fc.array(
      fc.oneof(
        conditionOn('status', ['open', 'resolved', 'pending'], both),
        conditionOn('priority', ['urgent', 'low'], both),
        conditionOn('assignee_id', [account.administrator.id], present),
        conditionOn(
          'inbox_id',
          inboxes.map(({ id }) => id),
          present,
        ),
        conditionOn(
          'team_id',
          teams.map(({ id }) => id),
          present,
        ),
        conditionOn('labels', ['vip', 'billing'], present),
        conditionOn('display_id', numbers.slice(0, 3), [...both, 'contains', 'does_not_contain']),
        conditionOn('contact_id', [contact.id], both),
      ),
      { maxLength: 4 },
    );
    const filters = fc.sample(conditions, { numRuns: 25, seed: 4711 }) as Condition[][];
    const lists = filters.map((filter) => console.openList(filteredBy(filter)).list);
    await eventually(
      () => lists.filter(({ state }) => state.peek() !== 'ready').length,
      (waiting) => waiting === 0,
    );
    const changes = fc.sample(
      fc.record({
        id: fc.constantFrom(...numbers),
        change: fc.constantFrom(
          ['toggle_status', { status: 'resolved' }],
          ['toggle_status', { status: 'open' }],
          ['toggle_status', { status: 'pending' }],
          ['toggle_priority', { priority: 'urgent' }],
          ['toggle_priority', { priority: null }],
          ['assignments', { assignee_id: account.administrator.id }],
          ['assignments', { assignee_id: 0 }],
          ['assignments', { team_id: teams[0]!.id }],
          ['assignments', { team_id: 0 }],
          ['labels', { labels: ['vip'] }],
          ['labels', { labels: ['vip', 'billing'] }],
          ['labels', { labels: [] }],
        ),
      }),
      { numRuns: 40, seed: 4712 },
    );

    for (const { id, change } of changes) {
      await account.call('POST', `/conversations/${id}/${String(change[0])}`, change[1]);
    }
    const last = await givenConversation(account, { inbox_id: inboxes[0]!.id, contact_id: contact.id });
    await eventually(() => console.store.conversations.peek(last.id), Boolean);

    const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
    for (const [at, filter] of filters.entries()) {
      const expected = sorted(await ofServer(filter));
      await eventually(
        () => sorted(lists[at]!.rows.peek()),
        (rows) => JSON.stringify(rows) === JSON.stringify(expected),
      );
    }
    expect(new Set(lists.map(({ rows }) => rows.peek().length)).size).toBeGreaterThan(2);
  });

  it('asks the server where only that can tell, also for what leaves', async () => {
    const definition = {
      attribute_display_name: 'Plan',
      attribute_key: 'plan',
      attribute_display_type: 'text',
      attribute_model: 'conversation_attribute',
    };
    await account.call('POST', '/custom_attribute_definitions', definition);
    const { id } = await givenConversation(account);
    const console = await givenTab('by server');
    const plan = { attribute_key: 'plan', filter_operator: 'equal_to', values: ['pro'] };
    const { list } = console.openList(filteredBy([plan]));
    const rowsAre = (...expected: number[]) =>
      eventually(
        () => list.rows.peek(),
        (rows) => JSON.stringify(rows) === JSON.stringify(expected),
      );
    await eventually(
      () => list.state.peek(),
      (state) => state === 'ready',
    );

    await account.call('POST', `/conversations/${id}/custom_attributes`, { custom_attributes: { plan: 'pro' } });
    await rowsAre(id);
    await account.call('POST', `/conversations/${id}/custom_attributes`, { custom_attributes: { plan: 'free' } });
    await rowsAre();

    expect(list.count.peek()).toBe(0);
  });

  it('says what the server says of conditions that it does not take', async () => {
    const console = await givenTab('refused');
    const { list } = console.openList(
      filteredBy([{ attribute_key: 'unknown', filter_operator: 'equal_to', values: [1] }]),
    );

    await eventually(
      () => list.state.peek(),
      (state) => state === 'failed',
    );

    expect(list.problem.peek()).toContain('Invalid attribute key - [unknown]');
  });
});
