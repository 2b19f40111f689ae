import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import {
  type BareSocket,
  closeSockets,
  givenContactListener,
  givenListener,
  givenSocket,
} from '../support/cable/bare-socket.ts';
import { reply } from '../support/conversation-calls.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenAgent, givenContact, givenInbox } from '../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterEach(closeSockets);
afterAll(() => test.stop());

async function givenTalk() {
  const account = await givenAccount(test);
  const inboxes = [await givenInbox(account), await givenInbox(account), await givenInbox(account)];
  const contact = await givenContact(account, { name: 'Carla' });
  for (const { id } of inboxes) await account.call('POST', `/contacts/${contact.id}/contact_inboxes`, { inbox_id: id });
  const { body: conversation } = await account.call('POST', '/conversations', {
    inbox_id: inboxes[0]!.id,
    contact_id: contact.id,
  });
  return { account, inboxes, contact, conversation };
}

describe('a client that does not read', () => {
  it('is told to connect again, while others hear everything', async () => {
    const { account, conversation } = await givenTalk();
    const slow = await givenListener(test, account, account.administrator);
    const quick = await givenListener(test, account, account.administrator);
    slow.ws.pause();

    const content = 'x'.repeat(100_000);
    for (let sent = 0; sent < 100; sent += 1) await reply(account, conversation, { content });

    const created = () => quick.events().filter(({ event }) => event === 'message.created').length;
    await eventually(created, (count) => count === 100);
    slow.ws.resume();
    // Where it reads too late even for that, the connection has been ended without it.
    const isToldAgain = (await slow.closed) === 1001;
    if (isToldAgain) expect(slow.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'remote', reconnect: true });
    else expect(await slow.closed).toBe(1006);
    expect(slow.events().length).toBeLessThan(100);
  });
});

describe('a contact whose identity is verified', () => {
  it('hears in all inboxes in which it is', async () => {
    const { account, inboxes, contact, conversation } = await givenTalk();
    const [first, second, third] = await Promise.all(
      inboxes.map(({ id }) => givenContactListener(test, contact.id, id)),
    );
    const verify = (ids: number[]) =>
      test.rows().updateTable('contact_inboxes').set({ hmac_verified: true }).where('inbox_id', 'in', ids).execute();

    await verify([inboxes[1]!.id]);
    await reply(account, conversation, { content: 'before' });
    await verify([inboxes[0]!.id]);
    await reply(account, conversation, { content: 'after' });

    const contents = (socket = first!) =>
      socket
        .events()
        .filter(({ event }) => event === 'message.created')
        .map(({ data }) => data.content);
    await eventually(contents, (heard) => heard.length === 2);
    await eventually(
      () => contents(second),
      (heard) => heard.length > 0,
    );
    expect([contents(first), contents(second), contents(third)]).toEqual([['before', 'after'], ['after'], []]);
  });

  it('hears of the inboxes of another contact after they were merged', async () => {
    const { account, inboxes, contact, conversation } = await givenTalk();
    const other = await givenContact(account, { name: 'Carlotta' });
    const separate = await givenInbox(account);
    await account.call('POST', `/contacts/${other.id}/contact_inboxes`, { inbox_id: separate.id });
    const ids = [inboxes[0]!.id, separate.id];
    await test
      .rows()
      .updateTable('contact_inboxes')
      .set({ hmac_verified: true })
      .where('inbox_id', 'in', ids)
      .execute();
    const socket = await givenContactListener(test, other.id, separate.id);

    await reply(account, conversation, { content: 'before' });
    await account.call('POST', '/actions/contact_merge', { base_contact_id: contact.id, mergee_contact_id: other.id });
    await reply(account, conversation, { content: 'after' });

    const contents = () =>
      socket.events().flatMap(({ event, data }) => (event === 'message.created' ? data.content : []));
    await eventually(contents, (heard) => heard.includes('after'));
    expect(contents()).toEqual(['after']);
  });
});

describe('with a limit of requests', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await givenApp(
      { 'rate_limit.requests_per_minute': '400', 'server.trust_proxy': 'true' },
      { jobs: false },
    );
  });
  afterAll(() => limited.stop());

  const ask = ({ ws }: BareSocket, times: number) => {
    for (let sent = 0; sent < times; sent += 1) ws.send('{"command":"message"}');
  };

  it('a person may not send more over all of their sockets', async () => {
    const account = await givenAccount(limited);
    const [first, second] = [
      await givenListener(limited, account, account.administrator),
      await givenListener(limited, account, account.administrator),
    ];
    const other = await givenListener(limited, account, await givenAgent(limited, account));

    for (const socket of [first, second]) ask(socket, 250);
    ask(other, 100);

    await Promise.race([first.closed, second.closed]);
    const ended = [first, second].filter(({ frames }) => frames.at(-1).type === 'disconnect');
    expect(ended.map(({ frames }) => frames.at(-1))).toContainEqual({
      type: 'disconnect',
      reason: 'remote',
      reconnect: true,
    });
    other.subscribe('{"channel":"RoomChannel","pubsub_token":"unknown"}');
    await other.frame(({ type }) => type === 'reject_subscription');
  });

  it('an address may not send more over all of its sockets that listen to nothing', async () => {
    const account = await givenAccount(limited);
    const listener = await givenListener(limited, account, account.administrator);
    const from = (address: string) => ({ headers: { 'x-forwarded-for': `10.0.0.1, ${address}` } });
    const [first, second] = [
      await givenSocket(limited, from('192.0.2.1')),
      await givenSocket(limited, from('192.0.2.1')),
    ];
    const elsewhere = await givenSocket(limited, from('192.0.2.2'));

    for (const socket of [first, second]) ask(socket, 250);
    ask(elsewhere, 100);

    const closed = await Promise.race([first.closed, second.closed]);
    expect(closed).toBe(1001);
    elsewhere.subscribe('{"channel":"RoomChannel","pubsub_token":"unknown"}');
    await elsewhere.frame(({ type }) => type === 'reject_subscription');
    listener.subscribe('{"channel":"RoomChannel","pubsub_token":"unknown"}');
    await listener.frame(({ type }) => type === 'reject_subscription');
  });
});

describe('a client that asks without end', () => {
  it('is told to connect again', async () => {
    const { account } = await givenTalk();
    const socket = await givenListener(test, account, account.administrator);

    for (let sent = 0; sent < 300; sent += 1) socket.ws.send('{"command":"message"}');

    expect(await socket.closed).toBe(1001);
    expect(socket.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'remote', reconnect: true });
  });

  it('is told so, too, where its frames are no text', async () => {
    const socket = await givenSocket(test);

    for (let sent = 0; sent < 301; sent += 1) socket.ws.send(Buffer.from('x'));

    expect(await socket.closed).toBe(1001);
    expect(socket.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'remote', reconnect: true });
  });
});
