import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { contactToken, type Frame, pubsubTokenOf } from '../support/cable/bare-socket.ts';
import { type Client, CLIENTS, type Connect } from '../support/cable/clients.ts';
import { reply } from '../support/conversation-calls.ts';
import { givenPlace } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenContact, givenInbox, type TestAccount } from '../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
const clients: Client[] = [];
afterEach(() => clients.splice(0).forEach((client) => client.close()));
afterAll(() => test.stop());

async function listen(connect: Connect, params: Record<string, unknown>, at = test) {
  const got = { confirmed: 0, rejected: 0, disconnected: 0, messages: [] as Frame[] };
  const client = await connect(`${at.url.replace('http', 'ws')}/cable`, params, {
    confirmed: () => (got.confirmed += 1),
    rejected: () => (got.rejected += 1),
    disconnected: () => (got.disconnected += 1),
    received: (message) => got.messages.push(message),
  });
  clients.push(client);
  return { got, client, events: () => got.messages.map(({ event }: Frame) => event) };
}

async function givenTalk(at = test) {
  const account = await givenAccount(at);
  const inbox = await givenInbox(account);
  const contact = await givenContact(account, { name: 'Carla', inbox_id: inbox.id });
  const { body: conversation } = await account.call('POST', '/conversations', {
    inbox_id: inbox.id,
    contact_id: contact.id,
  });
  return { account, inbox, contact, conversation };
}

async function paramsOf(account: TestAccount, at = test) {
  const { id, token } = account.administrator;
  return { pubsub_token: await pubsubTokenOf(at, token), account_id: account.id, user_id: id };
}

describe.each(CLIENTS)('%s', (_, connect) => {
  it('listens as an agent and as a contact', async () => {
    const { account, inbox, contact, conversation } = await givenTalk();
    const agent = await listen(connect, await paramsOf(account));
    const visitor = await listen(connect, { pubsub_token: await contactToken(test, contact.id, inbox.id) });
    for (const { events } of [agent, visitor]) await eventually(events, (names) => names.includes('presence.update'));

    await reply(account, conversation, { content: 'Hello' });
    agent.client.perform('update_presence');

    await eventually(
      agent.events,
      (names) => names.filter((name) => name === 'presence.update').length === 2 && names.includes('message.created'),
    );
    await eventually(visitor.events, (names) => names.includes('message.created'));
    for (const { got } of [agent, visitor]) {
      expect(got).toMatchObject({ confirmed: 1, rejected: 0, disconnected: 0 });
      expect(got.messages.find(({ event }) => event === 'message.created').data.content).toBe('Hello');
    }
  });

  it('gives up with a token that is not known', async () => {
    const { got } = await listen(connect, { pubsub_token: 'unknown' });

    await eventually(
      () => got.rejected,
      (count) => count > 0,
    );

    expect(got.confirmed).toBe(0);
  });
});

it('all stay connected for longer than it takes them to miss pings', async () => {
  const { account, conversation } = await givenTalk();
  const params = await paramsOf(account);
  const agents = await Promise.all(CLIENTS.map(([, connect]) => listen(connect, params)));
  for (const { events } of agents) await eventually(events, (names) => names.includes('presence.update'));

  await new Promise((resolve) => setTimeout(resolve, 8000));
  await reply(account, conversation);

  for (const { events, got } of agents) {
    await eventually(events, (names) => names.includes('message.created'));
    expect(got).toMatchObject({ confirmed: 1, disconnected: 0 });
  }
});

it('all connect again when the server is another one', async () => {
  const place = await givenPlace();
  const first = await givenApp({}, { place });
  const { account, conversation } = await givenTalk(first);
  const params = await paramsOf(account, first);
  const agents = await Promise.all(CLIENTS.map(([, connect]) => listen(connect, params, first)));
  for (const { events } of agents) await eventually(events, (names) => names.includes('presence.update'));

  await first.stop();
  const second = await givenApp({ 'server.port': new URL(first.url).port }, { place });
  for (const { got } of agents) {
    await eventually(
      () => got.confirmed,
      (count) => count === 2,
    );
  }
  const { token } = account.administrator;
  await second.request('POST', `${account.path}/conversations/${conversation.id}/messages`, {
    token,
    body: { content: 'Back again', message_type: 'outgoing' },
  });

  for (const { events, got } of agents) {
    await eventually(events, (names) => names.includes('message.created'));
    expect(got).toMatchObject({ confirmed: 2, rejected: 0 });
  }
  clients.splice(0).forEach((client) => client.close());
  await second.stop();
  await place.remove();
});
