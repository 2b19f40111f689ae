import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../../support/app.ts';
import { givenAccount, givenBot, givenConversation, type TestAccount } from '../../../support/factories.ts';
import { ask, shown } from '../../../support/conversation-calls.ts';

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

describe('GET /conversations', () => {
  it('shows each conversation as it is shown alone', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    await ask(account, conversation);

    const { body } = await account.call('GET', '/conversations');

    expect(Object.keys(body)).toEqual(['data']);
    expect(body.data.payload).toEqual([await shown(account, conversation)]);
    expect(body.data.meta).toEqual({
      count: 1,
      current_page: 1,
      mine_count: 0,
      assigned_count: 0,
      unassigned_count: 1,
      all_count: 1,
    });
  });

  it('is empty when there are none', async () => {
    const account = await givenAccount(test);

    const { ids, meta } = await list(account);

    expect(ids).toEqual([]);
    expect(meta).toEqual({
      count: 0,
      current_page: 1,
      mine_count: 0,
      assigned_count: 0,
      unassigned_count: 0,
      all_count: 0,
    });
  });

  it("does not show another account's", async () => {
    const account = await givenAccount(test);
    await givenConversation(await givenAccount(test));

    const { ids, meta } = await list(account, '?status=all');

    expect([ids, meta.all_count]).toEqual([[], 0]);
  });

  it('is not for bots', async () => {
    const account = await givenAccount(test);
    const bot = await givenBot(test, account);

    const { status, body } = await account.call('GET', '/conversations', undefined, { token: bot.token });

    expect([status, body.error]).toEqual([403, 'Access denied']);
  });
});

describe('GET /conversations/meta', () => {
  it("has the list's numbers without the list", async () => {
    const account = await givenAccount(test);
    await givenConversation(account, { assignee_id: account.administrator.id });
    await givenConversation(account, { status: 'pending' });

    for (const query of [
      '',
      '?status=all',
      '?status=all&assignee_type=me',
      '?status=pending&assignee_type=assigned',
      '?q=nothing',
    ]) {
      const { status, body } = await account.call('GET', `/conversations/meta${query}`);

      expect([status, body]).toEqual([200, { meta: (await list(account, query)).meta }]);
    }
  });
});
