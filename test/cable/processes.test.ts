import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { givenApp, type TestApp } from '../support/app.ts';
import { closeSockets, givenContactListener, givenListener } from '../support/cable/bare-socket.ts';
import { view, viewingsOf } from '../support/cable/view.ts';
import { ask, reply } from '../support/conversation-calls.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenAgent, givenContact, givenConversation, givenInbox } from '../support/factories.ts';
import { givenPostgresProxy, type PostgresProxy } from '../support/faults/postgres-proxy.ts';
import { onlyOn } from '../support/only.ts';

// A SQLite file is for one process.
onlyOn('postgresql', describe)('two servers on one database', () => {
  let place: Place;
  let one: TestApp;
  let other: TestApp;
  beforeAll(async () => {
    place = await givenPlace();
    one = await givenApp({}, { place, jobs: false });
    other = await givenApp({}, { place, jobs: false });
  });
  afterEach(closeSockets);
  afterAll(async () => {
    await one.stop();
    await other.stop();
    await place.remove();
  });

  async function givenTalk() {
    const account = await givenAccount(one);
    const inbox = await givenInbox(account);
    const contact = await givenContact(account, { name: 'Carla', inbox_id: inbox.id });
    const { body: conversation } = await account.call('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: contact.id,
    });
    return { account, inbox, contact, conversation };
  }

  it('tell each other who has a conversation open', async () => {
    const { account, conversation } = await givenTalk();
    const agent = await givenAgent(one, account);
    const here = await givenListener(one, account, account.administrator);
    const there = await givenListener(other, account, agent);
    await view(here, [conversation.id]);
    await eventually(
      () => viewingsOf(there).length,
      (count) => count === 1,
    );
    await view(there, [conversation.id]);
    // Told as it happened, and as an answer to the question.
    await eventually(
      () => viewingsOf(there).length,
      (count) => count === 2,
    );
    await there.close();

    const told = await eventually(
      () => viewingsOf(here).map(({ user, is_viewing: is }) => `${user.id} ${is}`),
      (all) => all.includes(`${agent.id} false`),
    );
    // An answer to the first listener's question may tell the same again.
    expect([...new Set(told)]).toEqual([`${agent.id} true`, `${agent.id} false`]);
  });

  it('tell the listeners of each other, in one order', async () => {
    const { account, inbox, contact, conversation } = await givenTalk();
    const agent = await givenListener(other, account, account.administrator);
    const visitor = await givenContactListener(other, contact.id, inbox.id);

    const path = `${account.path}/conversations/${conversation.id}`;
    const { token } = account.administrator;
    for (let number = 0; number < 20; number += 1) {
      await (number % 2 === 0 ? reply : ask)(account, conversation, { content: `${number}` });
      await other.request('POST', `${path}/toggle_priority`, {
        token,
        body: { priority: number % 4 < 2 ? 'high' : 'low' },
      });
    }

    const numbers = () =>
      agent.events().filter(({ event, data }) => event === 'message.created' && data.message_type !== 2);
    await eventually(numbers, (events) => events.length === 20);
    expect(numbers().map(({ data }) => data.content)).toEqual(Array.from({ length: 20 }, (_, number) => `${number}`));
    await eventually(
      () => visitor.events().filter(({ event }) => event === 'message.created').length,
      (count) => count === 20,
    );
    const ids = agent.events().flatMap(({ data }) => data.event_id ?? []);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  it('know who is online at each other', async () => {
    const { account, contact, inbox } = await givenTalk();
    const visitor = await givenContactListener(other, contact.id, inbox.id);
    await visitor.frame(({ message }) => message?.event === 'presence.update');

    expect((await account.call('GET', '/contacts/active')).body.meta.count).toBe(1);
    const agent = await givenListener(one, account, account.administrator);
    const { message } = await agent.frame(({ message: got }) => got?.event === 'presence.update');
    expect(message.data.contacts).toEqual({ [contact.id]: 'online' });
  });

  it('have clients connect again when something may have been missed', async () => {
    const { account } = await givenTalk();
    const agent = await givenListener(other, account, account.administrator);

    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'listen parley_events'`.execute(one.rows());

    expect(await agent.closed).toBe(1001);
    expect(agent.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'remote', reconnect: true });
  });
});

onlyOn('postgresql', describe)('a server that no notification of PostgreSQL reaches', () => {
  let place: Place;
  let proxy: PostgresProxy;
  let one: TestApp;
  let other: TestApp;
  beforeAll(async () => {
    place = await givenPlace();
    proxy = await givenPostgresProxy(place.databaseUrl);
    proxy.dropNotifications();
    one = await givenApp({}, { place, jobs: false });
    other = await givenApp({ 'database.url': proxy.url }, { place, jobs: false });
  });
  afterEach(closeSockets);
  afterAll(async () => {
    await one.stop();
    await other.stop();
    await proxy.stop();
    await place.remove();
  });

  it('tells its listeners all the same, of its own changes and of those of other processes', async () => {
    const account = await givenAccount(one);
    const conversation = await givenConversation(account);
    const agent = await givenListener(other, account, account.administrator);

    await reply(account, conversation, { content: 'elsewhere' });
    await agent.frame(({ message }) => message?.data?.content === 'elsewhere');
    const { token } = account.administrator;
    const path = `${account.path}/conversations/${conversation.id}`;
    await other.request('POST', `${path}/toggle_status`, { token, body: { status: 'resolved' } });

    await agent.frame(({ message }) => message?.event === 'conversation.status_changed');
    await agent.frame(({ message }) => message?.data?.message_type === 2);
  });

  it('says so at /readyz, and goes on working', async () => {
    const { status, body } = await other.request('GET', '/readyz');

    expect([status, body.failed]).toEqual([200, []]);
    expect(body.checks.bus).toMatch('looked for each second');
    expect((await one.request('GET', '/readyz')).body.checks.bus).toBe('ok');
  });

  it('hears again at an address of its own for listening', async () => {
    const settings = { 'database.url': proxy.url, 'database.listen_url': place.databaseUrl };
    const listening = await givenApp(settings, { place, jobs: false });

    const { checks } = (await listening.request('GET', '/readyz')).body;
    await listening.stop();

    expect(checks.bus).toBe('ok');
  });
});
