import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../../support/app.ts';
import {
  givenAccount,
  givenAgent,
  givenContact,
  givenConversation,
  givenInbox,
  type TestAccount,
} from '../../../support/factories.ts';
import { ask, inAnHour, reply, toggle } from '../../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** The numbers of the listed conversations, the smallest first, and the list's meta. */
async function list(account: TestAccount, query = '', token?: string) {
  const { status, body, text } = await account.call(
    'GET',
    `/conversations${query}`,
    undefined,
    token === undefined ? {} : { token },
  );
  if (status !== 200) throw new Error(text);
  return {
    ids: body.data.payload.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b),
    meta: body.data.meta,
  };
}

describe('the status of a list', () => {
  it('is open unless the query says otherwise', async () => {
    const account = await givenAccount(test);
    for (const status of ['open', 'open', 'pending', 'resolved']) await givenConversation(account, { status });
    await toggle(account, { id: 2 }, 'snoozed', { snoozed_until: inAnHour() });

    const lists = await Promise.all(
      ['', '?status=open', '?status=pending', '?status=resolved', '?status=snoozed', '?status=all'].map((query) =>
        list(account, query),
      ),
    );

    expect(lists.map(({ ids }) => ids)).toEqual([[1], [1], [3], [4], [2], [1, 2, 3, 4]]);
    expect(lists.map(({ meta }) => meta.count)).toEqual([1, 1, 1, 1, 1, 4]);
  });

  it.each([
    'status=closed',
    'assignee_type=you',
    'inbox_id=x',
    'team_id=x',
    'page=0',
    'page=x',
    'page=1.5',
    'per_page=0',
    'per_page=101',
    'q=%00',
  ])('refuses %s', async (query) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('GET', `/conversations?${query}`);

    expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', [query.split('=')[0]]]);
  });
});

describe('a parameter without a value', () => {
  it('counts as left out', async () => {
    const account = await givenAccount(test);
    for (const status of ['open', 'pending']) await givenConversation(account, { status });

    const { ids, meta } = await list(account, '?status=&inbox_id=&team_id=&labels=&q=&assignee_type=&page=&per_page=');

    expect(ids).toEqual([1]);
    expect(meta).toMatchObject({ count: 1, current_page: 1 });
  });
});

describe('the assignee of a list', () => {
  it('can be me, unassigned, assigned or all', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    await givenConversation(account);
    await givenConversation(account, { assignee_id: agent.id });
    await givenConversation(account, { assignee_id: account.administrator.id });
    await givenConversation(account, { assignee_id: agent.id, status: 'pending' });

    const types = ['me', 'unassigned', 'assigned', 'all'];
    const lists = await Promise.all(types.map((type) => list(account, `?assignee_type=${type}`, agent.token)));

    expect(lists.map(({ ids }) => ids)).toEqual([[2], [1], [2, 3], [1, 2, 3]]);
    expect(lists.map(({ meta }) => meta.count)).toEqual([1, 1, 2, 3]);
    for (const { meta } of lists) {
      expect(meta).toMatchObject({ mine_count: 1, unassigned_count: 1, assigned_count: 2, all_count: 3 });
    }
  });
});

describe('the other filters of a list', () => {
  it('narrow it to an inbox', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    await givenConversation(account);

    const { ids, meta } = await list(account, `?inbox_id=${conversation.inbox_id}`);

    expect([ids, meta.all_count]).toEqual([[1], 1]);
    expect((await list(account, '?inbox_id=999999')).ids).toEqual([]);
  });

  it('narrow it to a source id', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);
    await givenConversation(account);
    await account.call('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: contact.id,
      source_id: 'their-name',
    });

    const { ids, meta } = await list(account, '?source_id=their-name');

    expect([ids, meta]).toEqual([[2], expect.objectContaining({ all_count: 1, unassigned_count: 1 })]);
  });

  it('narrow it to any of some labels', async () => {
    const account = await givenAccount(test);
    for (const labels of [['vip'], ['billing', 'vip'], ['billing'], []]) {
      const { id } = await givenConversation(account);
      await test
        .rows()
        .updateTable('conversations')
        .set({ labels: JSON.stringify(labels) as never })
        .where('account_id', '=', account.id)
        .where('display_id', '=', id)
        .execute();
    }

    const queries = [
      '?labels[]=vip',
      '?labels[]=vip&labels[]=billing',
      '?labels=vip,billing',
      '?labels= billing, vip,',
      '?labels[]=none',
      '?labels[]=vi',
    ];
    const lists = await Promise.all(queries.map((query) => list(account, query)));

    expect(lists.map(({ ids }) => ids)).toEqual([[1, 2], [1, 2, 3], [1, 2, 3], [1, 2, 3], [], []]);
    expect(lists.map(({ meta }) => meta.all_count)).toEqual([2, 3, 3, 3, 0, 0]);
  });

  it('narrow it to words in one message, whatever the status', async () => {
    const account = await givenAccount(test);
    for (const content of ['Where is my REFUND?', '100% sure_thing', 'ÉCOLE', 'nothing']) {
      await ask(account, await givenConversation(account), { content });
    }
    await reply(account, { id: 4 }, { content: 'Your refund is on its way' });
    await toggle(account, { id: 1 }, 'resolved');

    const texts = ['refund', 'REF', 'way refund', 'nothing refund', '100% sure', '%', 'école', 'not there', 'efund'];
    const lists = await Promise.all(texts.map((text) => list(account, `?q=${encodeURIComponent(text)}`)));

    expect(lists.map(({ ids }) => ids)).toEqual([[1, 4], [1, 4], [4], [], [2], [], [3], [], []]);
    expect(lists.map(({ meta }) => meta.all_count)).toEqual([2, 2, 1, 0, 1, 0, 1, 0, 0]);
  });

  it('do not find a team that does not exist', async () => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('GET', '/conversations?team_id=1');

    expect([status, body.error]).toEqual([404, 'Team not found']);
  });
});
