import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenBot, givenConversation, type TestAccount } from '../../support/factories.ts';
import { statementsDuring } from '../../support/database/statements.ts';
import { ask, pathOf, reply } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** A conversation with `count` messages, and their ids, oldest first. */
async function given(count: number) {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  const ids: number[] = [];
  for (let index = 1; index <= count; index++) {
    ids.push((await ask(account, conversation, { content: `${index}` })).body.id);
  }
  return { account, conversation, ids };
}

/** The listed contents, in their order. */
async function contents(account: TestAccount, query = ''): Promise<string[]> {
  const { status, body, text } = await account.call('GET', `/conversations/1/messages${query}`);
  if (status !== 200) throw new Error(text);
  return body.payload.map(({ content }: { content: string }) => content);
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`);

describe('GET messages', () => {
  it('shows each message as it was answered, with contact and assignee', async () => {
    const { account, conversation } = await given(0);
    const { body: asked } = await ask(account, conversation);
    const { body: replied } = await reply(account, conversation, { private: true });

    const { body } = await account.call('GET', pathOf(conversation, '/messages'));

    expect(body.payload).toEqual([asked, replied]);
    expect(body.meta).toEqual({
      labels: [],
      additional_attributes: {},
      contact: expect.objectContaining({
        id: conversation.contact.id,
        name: 'Carla Contact',
        type: 'contact',
        blocked: false,
      }),
      assignee: null,
      contact_last_seen_at: 0,
      agent_last_seen_at: null,
      assignee_last_seen_at: null,
    });
  });

  it('shows the assignee and when the team looked', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account, { assignee_id: account.administrator.id });
    await account.call('POST', pathOf(conversation, '/update_last_seen'));

    const { body } = await account.call('GET', pathOf(conversation, '/messages'));

    expect(body.meta).toMatchObject({
      assignee: { id: account.administrator.id, name: 'Ada Admin', type: 'user' },
      agent_last_seen_at: expect.stringMatching(/Z$/),
      assignee_last_seen_at: expect.stringMatching(/Z$/),
    });
  });

  it('has the newest 20 unless the query says otherwise, oldest first', async () => {
    const { account } = await given(45);

    expect(await contents(account)).toEqual(numbers(26, 45));
    expect(await contents(account, '?page=1')).toEqual(numbers(26, 45));
    expect(await contents(account, '?page=2')).toEqual(numbers(6, 25));
    expect(await contents(account, '?page=3')).toEqual(numbers(1, 5));
    expect(await contents(account, '?page=4')).toEqual([]);
    expect(await contents(account, '?per_page=50')).toEqual(numbers(1, 45));
    expect(await contents(account, '?per_page=10&page=2')).toEqual(numbers(26, 35));
  });

  it('has those around the ids that a client has', async () => {
    const { account, ids } = await given(110);
    const id = (content: number) => ids[content - 1]!;

    expect(await contents(account, `?before=${id(50)}`)).toEqual(numbers(30, 49));
    expect(await contents(account, `?before=${id(5)}`)).toEqual(numbers(1, 4));
    expect(await contents(account, `?before=${id(1)}`)).toEqual([]);
    expect(await contents(account, `?after=${id(5)}`)).toEqual(numbers(6, 105));
    expect(await contents(account, `?after=${id(108)}`)).toEqual(numbers(109, 110));
    expect(await contents(account, `?after=${id(110)}`)).toEqual([]);
    expect(await contents(account, '?after=0')).toEqual(numbers(1, 100));
    expect(await contents(account, `?after=0&before=${id(3)}`)).toEqual(numbers(1, 2));
    expect(await contents(account, '?after=2147483647')).toEqual([]);
    expect(await contents(account, `?after=${id(3)}&before=${id(107)}`)).toEqual(numbers(3, 106));
    expect(await contents(account, `?after=${id(9)}&before=${id(9)}`)).toEqual([]);
  });

  it('leaves out private notes only when asked to', async () => {
    const { account, conversation } = await given(2);
    await reply(account, conversation, { content: 'note', private: true });
    await account.call('PATCH', pathOf(conversation), { priority: 'low' });
    await reply(account, conversation, { content: '3' });

    expect(await contents(account)).toEqual(['1', '2', 'note', 'Ada Admin set the priority to low', '3']);
    for (const value of ['true', '1']) {
      expect(await contents(account, `?filter_internal_messages=${value}`)).toEqual(['1', '2', '3']);
    }
  });

  it.each(['before=x', 'after=-1', 'after=1.5', 'before=99999999999', 'page=0', 'per_page=101'])(
    'refuses %s',
    async (query) => {
      const { account } = await given(0);

      const { status, body } = await account.call('GET', `/conversations/1/messages?${query}`);

      expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', [query.split('=')[0]]]);
    },
  );

  it('is not for bots, and does not find another conversation', async () => {
    const { account, conversation } = await given(0);
    const bot = await givenBot(test, account);

    const byBot = await account.call('GET', pathOf(conversation, '/messages'), undefined, { token: bot.token });
    const absent = await account.call('GET', pathOf({ id: 2 }, '/messages'));

    expect([byBot.status, byBot.body.error]).toEqual([403, 'Access denied']);
    expect([absent.status, absent.body.error]).toEqual([404, 'Conversation not found']);
  });

  it('costs as many statements with 5 messages as with 50', async () => {
    const few = await given(5);
    const many = await given(50);
    for (const { account, conversation } of [few, many]) await givenFiles(account, conversation);

    const atFew = await statementsDuring(test, () => contents(few.account, '?per_page=50'));
    const atMany = await statementsDuring(test, () => contents(many.account, '?per_page=50'));

    expect(atMany).toEqual(atFew);
    expect(atFew.length).toBeLessThanOrEqual(6);
  });
});

/** A message with two files. */
async function givenFiles(account: TestAccount, conversation: { id: number }): Promise<void> {
  const form = new FormData();
  form.set('message_type', 'outgoing');
  for (const name of ['a.txt', 'b.txt']) form.append('attachments[]', new Blob([name]), name);
  await account.call('POST', pathOf(conversation, '/messages'), form);
}
