import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import {
  agentIdentifier,
  closeSockets,
  contactIdentifier,
  contactToken,
  givenListener,
  givenSocket,
  pubsubTokenOf,
} from '../support/cable/bare-socket.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenAgent, givenContact, givenInbox } from '../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterEach(closeSockets);
afterAll(() => test.stop());

async function givenUser() {
  const account = await givenAccount(test);
  const { administrator } = account;
  const pubsubToken = await pubsubTokenOf(test, administrator.token);
  return { account, user: { ...administrator, pubsubToken } };
}

const HANDSHAKE = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' };

const typesOf = (frames: { type?: string }[]) => frames.map(({ type }) => type);

describe('GET /cable', () => {
  it('answers with the subprotocol that clients need, or with none', async () => {
    const offers = [
      ['actioncable-v1-json', 'actioncable-unsupported'],
      ['actioncable-unsupported', 'actioncable-v1-json'],
      ['actioncable-v1-ext-json'],
      [],
    ];

    const sockets = await Promise.all(offers.map((protocols) => givenSocket(test, { protocols })));

    expect(sockets.map(({ ws }) => ws.protocol)).toEqual([
      'actioncable-v1-json',
      'actioncable-v1-json',
      'actioncable-v1-ext-json',
      '',
    ]);
    for (const socket of sockets) expect(await socket.frame(() => true)).toEqual({ type: 'welcome' });
  });

  it('is the only path with sockets, and other requests to upgrade are answered as without', async () => {
    await expect(givenSocket(test, { path: '/livez' })).rejects.toThrow('200');
    await expect(givenSocket(test, { path: '/nowhere' })).rejects.toThrow('404');

    const { status } = await test.request('GET', '/livez', { headers: { connection: 'Upgrade', upgrade: 'h2c' } });

    expect(status).toBe(200);
  });

  it.each([
    ['no request to upgrade', 'GET', {}],
    ['an upgrade to something else', 'GET', { connection: 'Upgrade', upgrade: 'h2c' }],
    ['another method', 'POST', { connection: 'Upgrade', upgrade: 'websocket' }],
  ])('is not found with %s', async (_, method, headers) => {
    const { status, body } = await test.request(method, '/cable', { headers });

    expect([status, body.error]).toEqual([404, 'Not found']);
  });

  it.each([
    ['without a key', { 'sec-websocket-version': '13' }, 'Sec-WebSocket-Key'],
    ['with a key that is none', { ...HANDSHAKE, 'sec-websocket-key': 'short' }, 'Sec-WebSocket-Key'],
    ['of another version', { ...HANDSHAKE, 'sec-websocket-version': '7' }, 'Sec-WebSocket-Version'],
    ['with subprotocols that are none', { ...HANDSHAKE, 'sec-websocket-protocol': 'a,,b' }, 'Sec-WebSocket-Protocol'],
  ])('refuses a handshake %s', async (_, headers, reason) => {
    const {
      status,
      body,
      headers: answered,
    } = await test.request('GET', '/cable', {
      headers: { connection: 'Upgrade', upgrade: 'websocket', ...headers },
    });

    expect([status, body]).toEqual([400, { error: 'Invalid request', message: expect.stringContaining(reason) }]);
    expect(answered.get('sec-websocket-version')).toBe('13');
    expect(answered.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });

  it('is in the log with what it was answered', async () => {
    const lines: { status?: number; msg: string; reason?: string; path?: string }[] = [];
    const logged = await givenApp(
      { 'log.level': 'info' },
      { log: { write: (line) => void lines.push(JSON.parse(line)) } },
    );
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };

    await logged.request('GET', '/cable', { headers: { ...upgrade, 'sec-websocket-version': '13' } });
    const socket = await givenSocket(logged);
    await socket.close();
    await logged.stop();

    expect(lines.filter(({ msg }) => msg.startsWith('request')).map(({ status, msg }) => [status, msg])).toEqual([
      [400, 'request refused'],
      [101, 'request'],
    ]);
  });

  it('may be opened by pages of any origin', async () => {
    const opened = await Promise.all(
      ['https://example.com', 'http://127.0.0.1', 'null'].map((origin) => givenSocket(test, { origin })),
    );

    for (const socket of opened) expect(await socket.frame(() => true)).toEqual({ type: 'welcome' });
  });

  it('sends a ping with the time every three seconds', async () => {
    const socket = await givenSocket(test);

    await eventually(
      () => socket.pings.length,
      (count) => count >= 2,
    );

    const [first = 0, second = 0] = socket.pings;
    expect(Math.abs(first - Date.now() / 1000)).toBeLessThan(10);
    expect(second - first).toBeGreaterThanOrEqual(2);
    expect(second - first).toBeLessThanOrEqual(4);
  });
});

describe('a subscription', () => {
  it('is confirmed once, with its identifier as it came', async () => {
    const { account, user } = await givenUser();
    const { pubsubToken } = user;
    const identifier = `{ "user_id":${user.id},  "pubsub_token":"${pubsubToken}","account_id":${account.id}, "channel":"RoomChannel"}`;
    const socket = await givenSocket(test);

    socket.subscribe(identifier);
    socket.subscribe(identifier);
    socket.send({ command: 'subscribe', identifier: contactIdentifier('unknown') });

    await socket.frame(({ type }) => type === 'reject_subscription');
    expect(socket.frames.filter(({ type }) => type)).toEqual([
      { type: 'welcome' },
      { identifier, type: 'confirm_subscription' },
      { identifier: contactIdentifier('unknown'), type: 'reject_subscription' },
    ]);
  });

  it('is for users with their token, in their accounts, and for contacts', async () => {
    const { account, user } = await givenUser();
    const other = await givenUser();
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);
    await account.call('POST', `/contacts/${contact.id}/contact_inboxes`, { inbox_id: inbox.id });
    const ofContact = await contactToken(test, contact.id, inbox.id);
    const identifiers = [
      agentIdentifier(user, account),
      contactIdentifier(ofContact),
      JSON.stringify({ channel: 'RoomChannel', pubsub_token: ofContact, user_id: '', account_id: other.account.id }),
      agentIdentifier(user, other.account),
      agentIdentifier({ ...user, id: other.user.id }, account),
      agentIdentifier({ ...user, pubsubToken: user.token }, account),
      agentIdentifier({ ...user, pubsubToken: ofContact }, account),
      contactIdentifier(user.pubsubToken),
      contactIdentifier(''),
    ];
    const socket = await givenSocket(test);

    for (const identifier of identifiers) socket.subscribe(identifier);
    await socket.frame(({ identifier }) => identifier === contactIdentifier(''));

    const answered = Object.groupBy(
      socket.frames.filter(({ identifier, type }) => identifier && type),
      ({ type }) => type,
    );
    const identifiersOf = (type: string) => answered[type]?.map(({ identifier }) => identifier);
    expect(identifiersOf('confirm_subscription')).toEqual(identifiers.slice(0, 3));
    expect(identifiersOf('reject_subscription')).toEqual(identifiers.slice(3));
  });

  it('is refused in an account that is suspended', async () => {
    const { account, user } = await givenUser();
    await test.rows().updateTable('accounts').set({ status: 'suspended' }).where('id', '=', account.id).execute();
    const socket = await givenSocket(test);

    socket.subscribe(agentIdentifier(user, account));

    expect(await socket.frame(({ identifier }) => identifier)).toMatchObject({ type: 'reject_subscription' });
  });

  it('is one of ten on a socket, and on one of fifty sockets of a person', async () => {
    const { account, user } = await givenUser();
    const agent = await givenAgent(test, account);
    const identifier = agentIdentifier(user, account);
    const socket = await givenSocket(test);
    for (let spaces = 0; spaces < 11; spaces += 1) socket.subscribe(identifier + ' '.repeat(spaces));
    await socket.frame(({ type }) => type === 'reject_subscription');

    const confirmed = socket.frames.filter(({ type }) => type === 'confirm_subscription');
    await socket.close();
    await Promise.all(Array.from({ length: 50 }, () => givenListener(test, account, agent)));
    const last = await givenSocket(test);
    last.subscribe(agentIdentifier({ ...agent, pubsubToken: await pubsubTokenOf(test, agent.token) }, account));

    expect(confirmed).toHaveLength(10);
    expect(await last.frame(({ identifier }) => identifier)).toMatchObject({ type: 'reject_subscription' });
  });
});

describe('what a client sends', () => {
  it('is ignored when it is not known', async () => {
    const { account, user } = await givenUser();
    const socket = await givenSocket(test);

    const identifier = agentIdentifier(user, account);
    socket.ws.send(Buffer.from([1, 2, 3]));
    const unknown = ['', 'no json', 'null', '[]', '5', '{"command":"pong"}', '{"command":"subscribe"}'];
    for (const frame of unknown) socket.send(frame);
    socket.subscribe('no json');
    socket.subscribe(JSON.stringify({ channel: 'OtherChannel', pubsub_token: user.pubsubToken }));
    socket.send({ command: 'message', identifier, data: '{"action":"update_presence"}' });
    socket.send({ command: 'unsubscribe', identifier });
    socket.subscribe(identifier);

    await socket.frame(({ type }) => type === 'confirm_subscription');
    expect(typesOf(socket.frames).slice(0, 2)).toEqual(['welcome', 'confirm_subscription']);
  });

  it('has at most 64 kB in a frame', async () => {
    const fine = await givenSocket(test);
    const tooLong = await givenSocket(test);

    fine.send('x'.repeat(64 * 1024));
    tooLong.send('x'.repeat(64 * 1024 + 1));

    expect(await tooLong.closed).toBe(1009);
    expect(fine.ws.readyState).toBe(fine.ws.OPEN);
  });
});

describe('a server that stops', () => {
  it('tells clients to connect again', async () => {
    const stopping = await givenApp({}, { isShared: false });
    const socket = await givenSocket(stopping);

    await stopping.stop();

    expect(await socket.closed).toBe(1001);
    expect(socket.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'server_restart', reconnect: true });
  });
});
