import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../../support/app.ts';
import { givenAccount, givenContact, givenInbox, type TestAccount } from '../../../support/factories.ts';
import { statementsDuring } from '../../../support/database/statements.ts';
import { ask, reply } from '../../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  // Statements of jobs would be counted, too.
  test = await givenApp({}, { jobs: false });
});
afterAll(() => test.stop());

/** An account with `count` conversations of one contact. */
async function given(count: number): Promise<TestAccount> {
  const account = await givenAccount(test);
  const inbox = await givenInbox(account);
  const contact = await givenContact(account);
  for (let created = 0; created < count; created++) {
    await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
  }
  return account;
}

/** The numbers of the listed conversations in their order. */
async function order(account: TestAccount, query: string): Promise<number[]> {
  const { body } = await account.call('GET', `/conversations${query}`);
  return body.data.payload.map(({ id }: { id: number }) => id);
}

/** Sets columns of the account's conversation with this number. */
async function set(account: TestAccount, displayId: number, columns: object): Promise<void> {
  await test
    .rows()
    .updateTable('conversations')
    .set(columns)
    .where('account_id', '=', account.id)
    .where('display_id', '=', displayId)
    .execute();
}

describe('the order of conversations', () => {
  it('is by newest activity unless the query says otherwise', async () => {
    const account = await given(3);
    await reply(account, { id: 2 });
    await ask(account, { id: 1 });

    expect(await order(account, '')).toEqual([1, 2, 3]);
    expect(await order(account, '?sort_by=last_activity_at_desc')).toEqual([1, 2, 3]);
    expect(await order(account, '?sort_by=latest')).toEqual([1, 2, 3]);
    expect(await order(account, '?sort_by=last_activity_at_asc')).toEqual([3, 2, 1]);
  });

  it.each(['something_else', 'constructor', 'LATEST', 'last_activity_at_desc,created_at_asc'])(
    'cannot be %s',
    async (sort) => {
      const account = await givenAccount(test);

      const { status, body } = await account.call('GET', `/conversations?sort_by=${sort}`);

      expect([status, body.attributes]).toEqual([422, ['sort_by']]);
    },
  );

  it('is by age', async () => {
    const account = await given(3);
    await reply(account, { id: 2 });

    expect(await order(account, '?sort_by=created_at_asc')).toEqual([1, 2, 3]);
    expect(await order(account, '?sort_by=sort_on_created_at')).toEqual([1, 2, 3]);
    expect(await order(account, '?sort_by=created_at_desc')).toEqual([3, 2, 1]);
  });

  it('is by priority, none at the end, and by newest activity within one', async () => {
    const account = await given(7);
    const priorities = ['low', 'urgent', null, 'medium', 'high', 'urgent', null];
    for (const [index, priority] of priorities.entries()) {
      await account.call('PATCH', `/conversations/${index + 1}`, { priority });
    }
    await set(account, 6, { last_activity_at: new Date(Date.now() + 3_600_000) });
    await set(account, 7, { last_activity_at: new Date(Date.now() - 3_600_000) });

    expect(await order(account, '?sort_by=priority_desc')).toEqual([6, 2, 5, 4, 1, 3, 7]);
    expect(await order(account, '?sort_by=sort_on_priority')).toEqual([6, 2, 5, 4, 1, 3, 7]);
    expect(await order(account, '?sort_by=priority_asc')).toEqual([1, 4, 5, 6, 2, 3, 7]);
    expect(await order(account, '?sort_by=priority_desc_created_at_asc')).toEqual([2, 6, 5, 4, 1, 3, 7]);
  });

  it('is by waiting time, with those that do not wait at the end, the older first', async () => {
    const account = await given(5);
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    for (const [index, waitingSince] of [minutesAgo(10), null, minutesAgo(30), minutesAgo(10), null].entries()) {
      await set(account, index + 1, { waiting_since: waitingSince && new Date(waitingSince.setMilliseconds(0)) });
    }

    expect(await order(account, '?sort_by=waiting_since_asc')).toEqual([3, 1, 4, 2, 5]);
    expect(await order(account, '?sort_by=sort_on_waiting_since')).toEqual([3, 1, 4, 2, 5]);
    expect(await order(account, '?sort_by=waiting_since_desc')).toEqual([1, 4, 3, 2, 5]);
  });

  it('is the same on every page when all are alike', async () => {
    const account = await given(7);
    for (let id = 1; id <= 7; id++) await set(account, id, { last_activity_at: new Date(1_700_000_000_000) });

    const pages = await Promise.all([1, 2, 3].map((page) => order(account, `?per_page=3&page=${page}`)));

    expect(pages).toEqual([[7, 6, 5], [4, 3, 2], [1]]);
  });
});

describe('a page of conversations', () => {
  it('has 15 unless the query says otherwise', async () => {
    const account = await given(17);

    const [first, second, past, large] = await Promise.all(
      ['', '?page=2', '?page=3', '?per_page=100'].map(
        async (query) => (await account.call('GET', `/conversations${query}`)).body.data,
      ),
    );

    expect([first, second, past, large].map(({ payload }) => payload.length)).toEqual([15, 2, 0, 17]);
    expect([first, second, past, large].map(({ meta }) => meta.count)).toEqual([17, 17, 17, 17]);
    expect([first, second, past, large].map(({ meta }) => meta.current_page)).toEqual([1, 2, 3, 1]);
  });

  it('costs as many statements with 5 conversations as with 50', async () => {
    const few = await given(5);
    const many = await given(50);
    for (const [account, count] of [
      [few, 5],
      [many, 50],
    ] as const) {
      for (let id = 1; id <= count; id++) await ask(account, { id });
    }

    for (const query of ['?per_page=50', '?per_page=50&q=anybody', '?per_page=50&sort_by=priority_desc']) {
      const atFew = await statementsDuring(test, () => order(few, query));
      const atMany = await statementsDuring(test, () => order(many, query));

      expect(atMany).toEqual(atFew);
      expect(atFew.length).toBeLessThanOrEqual(6);
    }
  });
});
