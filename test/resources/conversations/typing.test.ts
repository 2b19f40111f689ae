import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenAgent, givenBot, givenConversation } from '../../support/factories.ts';
import { pathOf, shown } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function given() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  const type = (body: object, token?: string) =>
    account.call('POST', pathOf(conversation, '/toggle_typing_status'), body, token === undefined ? {} : { token });
  return { account, conversation, type };
}

describe('POST /conversations/{id}/toggle_typing_status', () => {
  it.each(['on', 'off'])('records an event that an agent is typing: %s', async (status) => {
    const { account, conversation, type } = await given();
    const agent = await givenAgent(test, account);
    const before = await shown(account, conversation);

    let answer;
    const events = await eventsDuring(test, account, async () => {
      answer = await type({ typing_status: status }, agent.token);
    });

    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(typesOf(events)).toEqual([`conversation_typing_${status}`]);
    expect(events[0]!.payload).toEqual({
      event: `conversation_typing_${status}`,
      id: events[0]!.id,
      event_id: events[0]!.id,
      account: { id: account.id, name: account.name },
      inbox: { id: conversation.inbox_id, name: 'Support' },
      conversation: expect.objectContaining({ id: conversation.id, status: 'open' }),
      user: { id: agent.id, name: 'Gus Agent', email: agent.email, type: 'user' },
      is_private: false,
    });
    expect(await shown(account, conversation)).toEqual(before);
  });

  it('says whether it is a private note, and whether a bot is typing', async () => {
    const { account, type } = await given();
    const bot = await givenBot(test, account);

    const [event] = await eventsDuring(test, account, () => type({ typing_status: 'on', is_private: true }, bot.token));

    expect(event!.payload).toMatchObject({
      is_private: true,
      user: { id: bot.id, name: 'Bo Bot', type: 'agent_bot' },
    });
  });

  it('is sent to the webhooks that subscribed to it', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    await account.call('POST', '/webhooks', {
      url: 'https://hooks.example.com/typing',
      subscriptions: ['conversation_typing_on'],
    });

    for (const status of ['on', 'off']) {
      await account.call('POST', pathOf(conversation, '/toggle_typing_status'), { typing_status: status });
    }

    const due = await test
      .rows()
      .selectFrom('deliveries as d')
      .innerJoin('events as e', 'e.id', 'd.event_id')
      .select('e.type')
      .where('d.account_id', '=', account.id)
      .execute();
    expect(due).toEqual([{ type: 'conversation_typing_on' }]);
  });

  it.each([[{ typing_status: 'recording' }], [{ typing_status: '' }], [{ typing_status: null }], [{}]])(
    'records nothing for %j',
    async (body) => {
      const { account, type } = await given();

      let answer;
      const events = await eventsDuring(test, account, async () => {
        answer = await type(body);
      });

      expect(answer).toMatchObject({ status: 200, text: '' });
      expect(events).toEqual([]);
    },
  );

  it.each([[{ typing_status: true }]])('refuses %j', async (body) => {
    const { account, type } = await given();

    let answer;
    const events = await eventsDuring(test, account, async () => {
      answer = await type(body);
    });

    expect(answer).toMatchObject({
      status: 422,
      body: { error: 'Validation failed', attributes: ['typing_status'] },
    });
    expect(events).toEqual([]);
  });

  it('does not find another conversation', async () => {
    const { account } = await given();

    const { status, body } = await account.call('POST', '/conversations/99/toggle_typing_status', {
      typing_status: 'on',
    });

    expect([status, body.error]).toEqual([404, 'Conversation not found']);
  });
});
