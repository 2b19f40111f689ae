import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { pathOf, shown, toggle } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenAgent, givenBot } from '../../support/factories.ts';
import { givenCaller, givenConversationOf, givenPublicInbox } from '../../support/public/public-inbox.ts';
import { givenReceiver, type Received, type Receiver } from '../../support/servers/receiver.ts';
import { newPath, receivedAt } from '../../support/webhooks.ts';

let test: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await givenReceiver();
  test = await givenApp({ 'webhooks.allowed_networks': '127.0.0.0/8' });
});
afterAll(async () => {
  await test.stop();
  await receiver.stop();
});

/** An inbox of a contact, a bot that answers at an address, and what it is told next, as names of events. */
async function given() {
  const account = await givenAccount(test);
  const inbox = await givenPublicInbox(test, account);
  const bot = await givenBot(test, account, inbox.id);
  const path = newPath('bot');
  await account.call('PATCH', `/agent_bots/${bot.id}`, { outgoing_url: `${receiver.url}${path}` });
  const agent = await givenAgent(test, account);
  const contact = await givenCaller(inbox);
  const conversation = await givenConversationOf(inbox, contact);
  let seen = 0;
  async function told(...names: string[]): Promise<Received[]> {
    const all = await eventually(
      async () => receivedAt(receiver, path),
      ({ length }) => length >= seen + names.length,
    );
    const fresh = all.slice(seen);
    seen = all.length;
    expect(fresh.map(({ body }) => body.event)).toEqual(names);
    return fresh;
  }
  const asBot = (method: string, below: string, body: object) =>
    account.call(method, pathOf(conversation, below), body, { token: bot.token });
  const say = (content: string) => inbox.call('POST', `${conversation.path}/messages`, { content });
  const status = async () => (await shown(account, conversation)).status;
  return { account, inbox, bot, agent, conversation, told, asBot, say, status };
}

const CHANGED = ['conversation_status_changed', 'conversation_updated'] as const;

describe('a bot at a real address', () => {
  it('asks, hears the choice, and hands the conversation over', async () => {
    const { account, inbox, bot, agent, conversation, told, asBot, say, status } = await given();
    await say('Hello');
    const [asked] = await told('message_created');
    expect(asked!.body).toMatchObject({
      content: 'Hello',
      message_type: 'incoming',
      sender: { type: 'contact' },
      conversation: { id: conversation.id, status: 'pending' },
    });

    const items = [
      { title: 'Sales', value: 'sales' },
      { title: 'Support', value: 'support' },
    ];
    const { body: question } = await asBot('POST', '/messages', {
      content: 'What is it about?',
      content_type: 'input_select',
      content_attributes: { items },
      message_type: 'outgoing',
    });
    // The contact waits no longer.
    await told('message_created', 'conversation_updated');
    await inbox.call('PATCH', `${conversation.path}/messages/${question.id}`, {
      submitted_values: [{ title: 'Sales', value: 'sales' }],
    });
    const [chosen] = await told('message_updated');
    expect(chosen!.body).toMatchObject({
      message: { id: question.id },
      content_type: 'input_select',
      content_attributes: { items, submitted_values: [{ title: 'Sales', value: 'sales' }] },
      sender: { type: 'agent_bot', id: bot.id },
    });

    await asBot('POST', '/toggle_status', { status: 'open' });
    const handed = await told(...CHANGED, 'conversation_opened', 'conversation_bot_handoff');
    expect(handed.map(({ body }) => body.conversation.status)).toEqual(['open', 'open', 'open', 'open']);
    expect(await status()).toBe('open');

    await account.call(
      'POST',
      pathOf(conversation, '/messages'),
      { content: 'I take over', message_type: 'outgoing' },
      {
        token: agent.token,
      },
    );
    await told('message_created', 'conversation_updated');
  });

  it('resolves, and has it again when the contact writes', async () => {
    const { told, asBot, say, status } = await given();

    await asBot('POST', '/toggle_status', { status: 'resolved' });
    await told(...CHANGED, 'conversation_resolved', 'conversation_bot_resolved');
    await say('One more thing');

    // The contact waits again.
    await told(...CHANGED, 'message_created', 'conversation_updated');
    expect(await status()).toBe('pending');
  });

  it('hears of a snooze, and of the contact who ends it', async () => {
    const { account, conversation, told, say, status } = await given();
    await toggle(account, conversation, 'snoozed', { snoozed_until: '2099-01-01' });
    const snoozed = await told(...CHANGED);
    expect(snoozed.map(({ body }) => body.conversation.status)).toEqual(['snoozed', 'snoozed']);

    await say('Are you there?');

    await told(...CHANGED, 'conversation_opened', 'message_created');
    expect(await status()).toBe('open');
  });
});
