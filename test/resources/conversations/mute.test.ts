import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenAgent, givenBot, givenConversation } from '../../support/factories.ts';
import { activitiesOf, pathOf, shown } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function given() {
  const account = await givenAccount(test);
  const agent = await givenAgent(test, account);
  const conversation = await givenConversation(account);
  const post = (action: string, token?: string) =>
    account.call('POST', pathOf(conversation, `/${action}`), undefined, token === undefined ? {} : { token });
  return { account, agent, conversation, post };
}

describe('POST /conversations/{id}/mute and /unmute', () => {
  it('set and clear the flag, and nothing else', async () => {
    const { account, agent, conversation, post } = await given();

    const muted = await post('mute', agent.token);
    const unmuted = await post('unmute');

    expect([muted.status, muted.body.muted, unmuted.status, unmuted.body.muted]).toEqual([200, true, 200, false]);
    expect(muted.body).toMatchObject({
      id: conversation.id,
      status: 'open',
      assignee: null,
      meta: { sender: { blocked: false } },
    });
    expect(await shown(account, conversation)).toEqual(unmuted.body);
    expect(await activitiesOf(account, conversation)).toEqual([
      'Gus Agent muted the conversation',
      'Ada Admin unmuted the conversation',
    ]);
  });

  it('record an update, only once', async () => {
    const { account, post } = await given();

    const events = await eventsDuring(test, account, async () => {
      for (const action of ['unmute', 'mute', 'mute', 'unmute', 'unmute']) await post(action);
    });

    expect(typesOf(events)).toEqual(['conversation_updated', 'conversation_updated']);
    expect(events.map(changesOf)).toEqual([{ muted: [false, true] }, { muted: [true, false] }]);
    expect(events.map(({ payload }) => payload.conversation.muted)).toEqual([true, false]);
  });

  it.each(['mute', 'unmute'])('%s is not for bots, and only in its own account', async (action) => {
    const { account, post } = await given();
    const bot = await givenBot(test, account);

    const byBot = await post(action, bot.token);
    const absent = await account.call('POST', pathOf({ id: 2 }, `/${action}`));

    expect([byBot.status, byBot.body.error]).toEqual([403, 'Access denied']);
    expect([absent.status, absent.body.error]).toEqual([404, 'Conversation not found']);
  });
});
