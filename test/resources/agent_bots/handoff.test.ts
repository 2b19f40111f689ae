import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenAgent, givenBot, givenContact, givenInbox } from '../../support/factories.ts';
import { ask, pathOf, shown } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** A conversation that is pending for the bot of its inbox; `toggle` changes its status as the owner of the token. */
async function given() {
  const account = await givenAccount(test);
  const inbox = await givenInbox(account);
  const bot = await givenBot(test, account, inbox.id);
  const agent = await givenAgent(test, account);
  const contact = await givenContact(account);
  const { body: conversation } = await account.call('POST', '/conversations', {
    inbox_id: inbox.id,
    contact_id: contact.id,
  });
  await ask(account, conversation);
  const toggle = (token: string, status: string) =>
    account.call('POST', pathOf(conversation, '/toggle_status'), { status, snoozed_until: '2099-01-01' }, { token });
  return { account, bot, agent, conversation, toggle };
}

const OUTCOMES = ['conversation_bot_handoff', 'conversation_bot_resolved'];
const outcomesOf = (types: string[]) => types.filter((type) => OUTCOMES.includes(type));

describe('a conversation of a bot', () => {
  it('begins pending, and is handed over when the bot opens it', async () => {
    const { account, bot, conversation, toggle } = await given();

    const events = await eventsDuring(test, account, () => toggle(bot.token, 'open'));

    expect(conversation.status).toBe('pending');
    expect(typesOf(events)).toEqual([
      'conversation_status_changed',
      'conversation_updated',
      'conversation_opened',
      'conversation_bot_handoff',
    ]);
    expect(events.at(-1)!.payload).toMatchObject({
      conversation: { id: conversation.id, status: 'open' },
      account: { id: account.id },
    });
    expect((await shown(account, conversation)).waiting_since).not.toBe(0);
  });

  it('is resolved by the bot', async () => {
    const { account, bot, conversation, toggle } = await given();

    const events = await eventsDuring(test, account, () => toggle(bot.token, 'resolved'));

    expect(typesOf(events)).toEqual([
      'conversation_status_changed',
      'conversation_updated',
      'conversation_resolved',
      'conversation_bot_resolved',
    ]);
    expect(events.at(-1)!.payload).toMatchObject({ conversation: { id: conversation.id, status: 'resolved' } });
  });

  it.each([
    ['pending', 'open', []],
    ['pending', 'resolved', []],
  ])('is neither where an agent moves it from %s to %s', async (_, status, expected) => {
    const { account, agent, toggle } = await given();

    const events = await eventsDuring(test, account, () => toggle(agent.token, status));

    expect(outcomesOf(typesOf(events))).toEqual(expected);
  });

  it.each([
    ['open', 'open', []],
    ['snoozed', 'open', []],
    ['resolved', 'open', []],
    ['resolved', 'resolved', []],
    ['open', 'resolved', ['conversation_bot_resolved']],
    ['open', 'pending', []],
    ['pending', 'snoozed', []],
  ])('that the bot moves from %s to %s is %j', async (before, after, expected) => {
    const { account, bot, agent, toggle } = await given();
    await toggle(agent.token, before);

    const events = await eventsDuring(test, account, () => toggle(bot.token, after));

    expect(outcomesOf(typesOf(events))).toEqual(expected);
  });

  it('tells the bot, and neither webhooks nor the address of the inbox', async () => {
    const { account, bot, toggle } = await given();
    const url = 'https://bots.example.com/hear';
    await test.rows().updateTable('agent_bots').set({ outgoing_url: url }).where('id', '=', bot.id).execute();
    await account.call('POST', '/webhooks', { url, subscriptions: ['conversation_status_changed'] });
    const refused = await account.call('POST', '/webhooks', { url: `${url}/2`, subscriptions: OUTCOMES });

    await toggle(bot.token, 'open');

    const told = await test
      .rows()
      .selectFrom('deliveries as d')
      .innerJoin('events as e', 'e.id', 'd.event_id')
      .select(['d.receiver_type', 'e.type'])
      .where('d.account_id', '=', account.id)
      .where('e.type', 'in', OUTCOMES as never[])
      .execute();
    expect(refused).toMatchObject({ status: 422, body: { error: 'Invalid subscription event type' } });
    expect(told).toEqual([{ receiver_type: 'AgentBot', type: 'conversation_bot_handoff' }]);
  });
});
