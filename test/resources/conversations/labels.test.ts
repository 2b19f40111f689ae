import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenBot, givenConversation } from '../../support/factories.ts';
import { activitiesOf, pathOf, shown } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function given() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  const path = pathOf(conversation, '/labels');
  return { account, conversation, path };
}

describe('GET /conversations/{id}/labels', () => {
  it('has the labels', async () => {
    const { account, path } = await given();
    const none = await account.call('GET', path);
    await account.call('POST', path, { labels: ['vip', 'billing'] });

    const { status, body } = await account.call('GET', path);

    expect(none.body).toEqual({ payload: [] });
    expect([status, body]).toEqual([200, { payload: ['vip', 'billing'] }]);
  });
});

describe('POST /conversations/{id}/labels', () => {
  it('replaces the labels, each once, and answers them', async () => {
    const { account, conversation, path } = await given();
    await account.call('POST', path, { labels: ['vip', 'old'] });

    let answer;
    const events = await eventsDuring(test, account, async () => {
      answer = await account.call('POST', path, { labels: ['vip', ' new ', 'Lang wird es', 'vip'] });
    });

    const labels = ['vip', 'new', 'Lang wird es'];
    expect(answer).toMatchObject({ status: 200, body: { payload: labels } });
    expect((await shown(account, conversation)).labels).toEqual(labels);
    expect(typesOf(events)).toEqual(['conversation_updated']);
    expect(changesOf(events[0]!)).toEqual({ label_list: [['vip', 'old'], labels] });
    expect(events[0]!.payload.conversation.labels).toEqual(labels);
    expect(await activitiesOf(account, conversation)).toEqual([
      'Ada Admin added the labels vip, old',
      'Ada Admin added the labels new, Lang wird es',
      'Ada Admin removed the label old',
    ]);
  });

  it.each([[{ labels: [] }], [{ labels: null }], [{}]])('takes them all away with %j', async (body) => {
    const { account, conversation, path } = await given();
    await account.call('POST', path, { labels: ['vip'] });

    const { status, body: answer } = await account.call('POST', path, body);

    expect([status, answer]).toEqual([200, { payload: [] }]);
    expect((await activitiesOf(account, conversation)).at(-1)).toBe('Ada Admin removed the label vip');
  });

  it('records no event when nothing changes, in any order', async () => {
    const { account, path } = await given();
    await account.call('POST', path, { labels: ['a', 'b'] });

    const events = await eventsDuring(test, account, () => account.call('POST', path, { labels: ['b', 'a'] }));

    expect(events).toEqual([]);
  });

  it.each([
    [{ labels: 5 }],
    [{ labels: {} }],
    [{ labels: [''] }],
    [{ labels: ['  '] }],
    [{ labels: [null] }],
    [{ labels: [['vip']] }],
    [{ labels: ['x'.repeat(256)] }],
    [{ labels: Array.from({ length: 101 }, (_, index) => `label${index}`) }],
  ])('refuses %j', async (body) => {
    const { account, conversation, path } = await given();

    const answer = await account.call('POST', path, body);

    expect([answer.status, answer.body.error]).toEqual([422, 'Validation failed']);
    expect((await shown(account, conversation)).labels).toEqual([]);
  });

  it('is for bots too, and only in its own account', async () => {
    const { account, path } = await given();
    const bot = await givenBot(test, account);

    const byBot = await account.call('POST', path, { labels: ['vip'] }, { token: bot.token });
    const read = await account.call('GET', path, undefined, { token: bot.token });
    const absent = await account.call('POST', '/conversations/99/labels', { labels: [] });

    expect([byBot.status, read.body]).toEqual([200, { payload: ['vip'] }]);
    expect([absent.status, absent.body.error]).toEqual([404, 'Conversation not found']);
  });
});
