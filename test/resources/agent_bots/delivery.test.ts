import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';
import { givenReceiver, type Received, type Receiver } from '../../support/servers/receiver.ts';
import { activitiesOf, ask, reply, shown, toggle } from '../../support/conversation-calls.ts';
import { receivedAt } from '../../support/webhooks.ts';

let test: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await givenReceiver();
  test = await givenApp({ 'webhooks.allowed_networks': '127.0.0.0/8', 'webhooks.retry_minutes': '0' });
});
afterAll(async () => {
  await test.stop();
  await receiver.stop();
});

/** An account with an inbox and a bot that hears at an address of its own; `connect` ties the two. */
async function givenBotAt(path: string, { connect } = { connect: true }) {
  const account = await givenAccount(test);
  const inbox = await givenInbox(account);
  const contact = await givenContact(account);
  const created = await account.call('POST', '/agent_bots', { name: 'Bo', outgoing_url: `${receiver.url}${path}` });
  const bot = created.body;
  if (connect) {
    await test.rows().updateTable('inboxes').set({ agent_bot_id: bot.id }).where('id', '=', inbox.id).execute();
  }
  const create = async (more: object = {}) =>
    (await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id, ...more })).body;
  return { account, bot, create };
}

const at = (path: string) => receivedAt(receiver, path);
const typesAt = (path: string) => at(path).map(({ body }) => body.event as string);
const arrived = (path: string, count: number) =>
  receiver.until(() => at(path).length >= count, `${count} events at ${path}`);

function isSigned({ headers, raw }: Received, secret: string): boolean {
  return headers['x-parley-signature'] === createHmac('sha256', secret).update(raw).digest('hex');
}

describe('the bot of an inbox', () => {
  it('receives messages and changes, signed with its secret, but not new conversations', async () => {
    const { account, bot, create } = await givenBotAt('/inbox');

    const conversation = await create();
    await ask(account, conversation, { content: 'Anybody?' });
    await reply(account, conversation, { content: 'Just a note', private: true });
    await arrived('/inbox', 2);
    await account.call('POST', `/conversations/${conversation.id}/toggle_priority`, { priority: 'high' });
    await toggle(account, conversation, 'resolved');
    await receiver.until(() => typesAt('/inbox').includes('conversation_resolved'), 'conversation_resolved');

    const types = typesAt('/inbox');
    expect(types).not.toContain('conversation_created');
    expect(types.filter((type) => type === 'message_created')).toHaveLength(2);
    expect(types).toEqual(
      expect.arrayContaining(['conversation_updated', 'conversation_status_changed', 'conversation_resolved']),
    );
    const [first] = at('/inbox');
    expect(first!.body).toMatchObject({
      event: 'message_created',
      content: 'Anybody?',
      message_type: 'incoming',
      account: { id: account.id },
      conversation: { id: conversation.id, status: 'pending' },
    });
    expect(at('/inbox').every((request) => isSigned(request, bot.secret))).toBe(true);
  });

  it('receives the event of the opening, which webhooks do not', async () => {
    const { account, create } = await givenBotAt('/opened');
    await account.call('POST', '/webhooks', { url: `${receiver.url}/webhook` });
    const conversation = await create();

    await toggle(account, conversation, 'open');
    await receiver.until(() => typesAt('/opened').includes('conversation_opened'), 'conversation_opened');
    await receiver.until(() => typesAt('/webhook').includes('conversation_updated'), 'conversation_updated');

    const [opened] = at('/opened').filter(({ body }) => body.event === 'conversation_opened');
    expect(opened!.body).toMatchObject({
      id: expect.any(Number),
      status: 'open',
      conversation: { id: conversation.id },
    });
    expect(typesAt('/webhook')).toEqual([
      'conversation_created',
      'conversation_status_changed',
      'conversation_updated',
    ]);
  });

  it('receives nothing without an address', async () => {
    const { account, bot, create } = await givenBotAt('/nowhere');
    await account.call('PATCH', `/agent_bots/${bot.id}`, { outgoing_url: null });

    await ask(account, await create());

    const due = test.rows().selectFrom('deliveries').selectAll().where('receiver_type', '=', 'AgentBot');
    expect(await due.where('receiver_id', '=', bot.id).execute()).toEqual([]);
  });

  it('is sent what is due to its new address, signed with its new secret', async () => {
    const { account, bot, create } = await givenBotAt('/moved');
    await account.call('PATCH', `/agent_bots/${bot.id}`, { outgoing_url: `${receiver.url}/moved-to` });
    const { secret } = (await account.call('POST', `/agent_bots/${bot.id}/reset_secret`)).body;

    await ask(account, await create());
    await arrived('/moved-to', 1);

    expect(at('/moved')).toEqual([]);
    expect(isSigned(at('/moved-to')[0]!, secret)).toBe(true);
  });
});

describe('a bot that a conversation is assigned to', () => {
  it('receives events of that conversation only, each once', async () => {
    const { account, bot, create } = await givenBotAt('/assigned', { connect: false });
    const given = await create();
    const other = await create();
    const assign = () =>
      account.call('POST', `/conversations/${given.id}/assignments`, {
        assignee_id: bot.id,
        assignee_type: 'AgentBot',
      });

    await assign();
    await ask(account, other, { content: 'Not for the bot' });
    await ask(account, given, { content: 'For the bot' });
    await receiver.until(() => typesAt('/assigned').includes('message_created'), 'message_created');

    const messages = at('/assigned').filter(({ body }) => body.event === 'message_created');
    expect(messages.map(({ body }) => body.content)).toEqual(['For the bot']);
  });
});

describe('a bot that cannot be reached', () => {
  const failing = async (settings: object, path: string) => {
    receiver.reply = (request) => ({ status: request.path === path ? 500 : 200 });
    const { account, create } = await givenBotAt(path);
    await account.call('PATCH', '', settings);
    const conversation = await create();
    const message = await ask(account, conversation);
    await arrived(path, 2);
    await exhausted(account);
    return { account, conversation, message };
  };

  /** Waits until every delivery has come to an end. */
  const exhausted = (account: TestAccount) =>
    eventually(
      () =>
        test
          .rows()
          .selectFrom('deliveries')
          .select('status')
          .where('account_id', '=', account.id)
          .where('receiver_type', '=', 'AgentBot')
          .execute(),
      (rows) => rows.length > 0 && rows.every(({ status }) => status !== 'pending'),
    );

  it('leaves the pending conversation to people after the last retry', async () => {
    const { account, conversation, message } = await failing({}, '/down');

    const { status, waiting_since: waitingSince } = await shown(account, conversation);
    expect(status).toBe('open');
    expect(waitingSince).toBeGreaterThan(0);
    expect(await activitiesOf(account, conversation)).toEqual([
      'Conversation was opened by the system, because its bot could not be reached',
    ]);
    // Unlike an inbox's address, a bot does not decide over the fate of a message.
    expect(message.body.status).toBe('sent');
  });

  it('keeps it if the account is configured so', async () => {
    const { account, conversation } = await failing({ keep_pending_on_bot_failure: true }, '/kept');

    expect((await shown(account, conversation)).status).toBe('pending');
    expect(await activitiesOf(account, conversation)).toEqual([]);
  });

  it('does not open a conversation that was resolved meanwhile', async () => {
    receiver.reply = (request) => ({ status: request.path === '/late' ? 500 : 200, delayMs: 300 });
    const { account, create } = await givenBotAt('/late');
    const conversation = await create();
    await ask(account, conversation);
    await toggle(account, conversation, 'resolved');

    await exhausted(account);

    expect((await shown(account, conversation)).status).toBe('resolved');
  });
});
