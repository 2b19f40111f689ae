import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../../support/app.ts';
import { databaseKind } from '../../../support/database.ts';
import { plansDuring } from '../../../support/database/plans.ts';
import { givenAccount, givenAgent, givenContact, givenInbox, type TestAccount } from '../../../support/factories.ts';

let test: TestApp;
let account: TestAccount;
let inbox: { id: number };
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  inbox = await givenInbox(account);
  const contact = await givenContact(account);
  await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
});
afterAll(() => test.stop());

/**
 * The plan of the statement that finds the page: the last one with an index of conversations. Before it, some filters
 * count; after it, the conversations may be read by their keys.
 */
async function planOf(method: string, path: string, body?: object, token?: string): Promise<string> {
  const plans = await plansDuring(test, () => account.call(method, path, body, token ? { token } : {}));
  return plans.findLast((plan) => plan.includes('conversations_')) ?? plans.at(-1) ?? 'none';
}

const SCANS = /SCAN c\b|Seq Scan on conversations/;
const BY_STATUS = 'conversations_account_id_status_last_activity_at_id';
const BY_ASSIGNEE = 'conversations_account_id_assignee_id_status_last_activity_at_id';
const BY_INBOX = 'conversations_inbox_id_status_last_activity_at_id';
/** PostgreSQL chooses other indexes for tables as small as those of tests, but must scan no table. */
function expectIndex(plan: string, index: string, times: number): void {
  expect(plan).not.toMatch(SCANS);
  if (databaseKind === 'sqlite') expect(plan.split(index)).toHaveLength(times + 1);
  if (times > 1) expect(plan).toMatch(/MERGE \(UNION ALL\)|Merge Append/);
}

describe('a list of conversations by activity', () => {
  it.each([
    ['of one status', '', BY_STATUS, 1],
    ['of all statuses', '?status=all', BY_STATUS, 4],
    ['of all statuses, oldest first', '?status=all&sort_by=last_activity_at_asc', BY_STATUS, 4],
    ['of the caller', '?assignee_type=me', BY_ASSIGNEE, 1],
    ['of the caller, of all statuses', '?status=all&assignee_type=me', BY_ASSIGNEE, 4],
    ['without assignee', '?assignee_type=unassigned', BY_ASSIGNEE, 1],
  ])('%s is read from an index', async (_, query, index, times) => {
    const plan = await planOf('GET', `/conversations${query}`);

    expectIndex(plan, index, times);
  });

  it('of the inboxes of an agent is read from their index', async () => {
    const agent = await givenAgent(test, account, 'Gus', { inboxes: [inbox.id] });

    const plan = await planOf('GET', '/conversations?status=all', undefined, agent.token);

    expectIndex(plan, BY_INBOX, 1);
  });
});

describe('a filter of conversations', () => {
  it.each([
    ['by a time', { attribute_key: 'created_at', filter_operator: 'is_greater_than', values: ['2020-01-01'] }, 4],
    ['by a status', { attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] }, 1],
    ['by another status', { attribute_key: 'status', filter_operator: 'not_equal_to', values: ['resolved'] }, 3],
  ])('%s reads the lists of the statuses in question', async (_, condition, lists) => {
    const plan = await planOf('POST', '/conversations/filter', { payload: [condition] });

    expectIndex(plan, BY_STATUS, lists);
    // Without kept texts, the conversations of the page are read by their keys in the same statement, and sorted in the end.
    const ofKeys = plan.replace(/(LIST SUBQUERY[\s\S]*)\nUSE TEMP B-TREE FOR ORDER BY$/, '$1');
    expect(ofKeys).not.toContain('TEMP B-TREE');
  });
});
