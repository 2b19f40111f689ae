import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenAccountIn } from '../support/account-in.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { followFeed } from '../support/follow-feed.ts';
import { serveParley } from '../support/parley.ts';
import { onlyOn } from '../support/only.ts';
import { givenReceiver, type Receiver } from '../support/servers/receiver.ts';

const WRITERS = 16;
const CONVERSATIONS = 4;

let place: Place;
let receiver: Receiver;
let env: Record<string, string>;

beforeAll(async () => {
  receiver = await givenReceiver();
  place = await givenPlace();
  env = {
    NODE_EXTRA_CA_CERTS: receiver.certificateFile,
    PARLEY_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8',
    PARLEY_WEBHOOKS_TIMEOUT_SECONDS: '5',
    PARLEY_WEBHOOKS_RETRY_MINUTES: '0.02,0.02,0.02',
    PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0',
    PARLEY_LIMITS_MESSAGES_PER_MINUTE: '0',
  };
});
afterAll(async () => {
  await place.remove();
  await receiver.stop();
});

describe('kill -9 while 16 writers create messages', () => {
  it('loses no acknowledged message, and each reaches the receiver under one event id, and readers once', async () => {
    const { id, token } = await givenAccountIn(place);
    const api = client(`/api/v1/accounts/${id}`, token);
    let server = await serveParley(place, env);
    const conversations = await givenConversations(api, server.url);
    await api(server.url, 'POST', '/webhooks', { url: `${receiver.url}/hook`, subscriptions: ['message_created'] });

    const feed = followFeed((query) => api(server.url, 'GET', `/events?${query}`), '&types[]=message_created');
    const acknowledged = new Map<number, string>();
    for (let round = 0; round < 3; round++) {
      const writers = Array.from({ length: WRITERS }, (_, writer) =>
        write(api, server.url, conversations, `round ${round} writer ${writer}`, acknowledged),
      );
      const enough = acknowledged.size + 20;
      await eventually(
        () => acknowledged.size,
        (size) => size >= enough,
      );
      await server.kill();
      await Promise.all(writers);
      server = await serveParley(place, env);
    }

    const kept = await allMessages(api, server.url, conversations);
    for (const [id, content] of acknowledged) expect(kept.get(id)).toBe(content);
    await receiver.until(() => deliveredIds().size >= kept.size, 'every message');
    const read = await feed.stop();
    const ids = read.map(({ id }) => id);
    await server.stop();
    expect(acknowledged.size).toBeGreaterThanOrEqual(60);
    expect([...kept.keys()].filter((id) => !deliveredIds().has(id))).toEqual([]);
    expect([...deliveredIds().values()].filter((events) => events.size !== 1)).toEqual([]);
    expect(sorted(read.map(({ message }) => message.id))).toEqual(sorted([...kept.keys()]));
    expect(ids).toEqual(sorted(ids));
  });
});

onlyOn('sqlite', it)('what a killed server was sending is sent again by the next one at once', async () => {
  const { id, token } = await givenAccountIn(place, 'cleo@example.com');
  const api = client(`/api/v1/accounts/${id}`, token);
  // Longer than anything is awaited.
  const slow = { ...env, PARLEY_WEBHOOKS_TIMEOUT_SECONDS: '300' };
  const first = await serveParley(place, slow);
  await api(first.url, 'POST', '/webhooks', { url: `${receiver.url}/again`, subscriptions: ['contact_created'] });
  const received = () => receiver.received.filter(({ path }) => path === '/again');
  receiver.reply = () => ({ after: new Promise<void>(() => {}) });
  await api(first.url, 'POST', '/contacts', { name: 'Carla' });
  await receiver.until(() => received().length === 1, 'the first attempt');
  await first.kill();

  receiver.reply = () => ({});
  const second = await serveParley(place, slow);

  await receiver.until(() => received().length === 2, 'the second attempt');
  expect(received()[1]?.body).toEqual(received()[0]?.body);
  await second.stop();
});

// A SQLite file is served by one process; a PostgreSQL database may be served by several.
onlyOn('postgresql', describe)('two serve processes on one database', () => {
  it('send each delivery once, and none is missed when one of them is killed', async () => {
    receiver.received.length = 0;
    const { id, token } = await givenAccountIn(place, 'bea@example.com');
    const api = client(`/api/v1/accounts/${id}`, token);
    const [one, two] = await Promise.all([serveParley(place, env), serveParley(place, env)]);
    const conversations = await givenConversations(api, one.url);
    await api(one.url, 'POST', '/webhooks', { url: `${receiver.url}/hook`, subscriptions: ['message_created'] });

    const quiet = new Map<number, string>();
    await Promise.all(
      [one, two].map((server, index) => writeSome(api, server.url, conversations, `quiet ${index}`, 30, quiet)),
    );
    await receiver.until(() => deliveredIds().size === quiet.size, 'every message of the quiet part');
    const sentOnce = receiver.received.length;

    receiver.reply = () => ({ delayMs: 50 });
    const killed = new Map<number, string>();
    const writing = writeSome(api, two.url, conversations, 'while one is killed', 60, killed);
    await receiver.until(() => receiver.received.length > sentOnce + 10, 'some more');
    await one.kill();
    await writing;
    await receiver.until(
      () => [...killed.keys()].every((id) => deliveredIds().has(id)),
      'what the killed one had taken',
    );
    await two.stop();

    expect(sentOnce).toBe(quiet.size);
    expect([...deliveredIds().values()].filter((events) => events.size !== 1)).toEqual([]);
  });
});

const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);

type Call = ReturnType<typeof client>;

function client(prefix: string, token: string) {
  return async (url: string, method: string, path: string, body?: object) => {
    const response = await fetch(`${url}${prefix}${path}`, {
      method,
      headers: { api_access_token: token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return JSON.parse(await response.text());
  };
}

async function givenConversations(api: Call, url: string): Promise<number[]> {
  const inbox = await api(url, 'POST', '/inboxes', { name: 'Support', channel: { type: 'api' } });
  const ids: number[] = [];
  for (let i = 0; i < CONVERSATIONS; i++) {
    const contact = await api(url, 'POST', '/contacts', { name: `Contact ${i}` });
    ids.push((await api(url, 'POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id })).id);
  }
  return ids;
}

/** Writes until the server is gone, and remembers what it acknowledged. */
async function write(
  api: Call,
  url: string,
  conversations: number[],
  name: string,
  acknowledged: Map<number, string>,
): Promise<void> {
  for (let n = 0; ; n++) {
    const content = `${name} message ${n}`;
    const conversation = conversations[n % conversations.length];
    try {
      const message = await api(url, 'POST', `/conversations/${conversation}/messages`, {
        content,
        message_type: 'incoming',
      });
      acknowledged.set(message.id, content);
    } catch {
      return;
    }
  }
}

async function writeSome(
  api: Call,
  url: string,
  conversations: number[],
  name: string,
  count: number,
  into: Map<number, string>,
): Promise<void> {
  for (let n = 0; n < count; n++) {
    const content = `${name} message ${n}`;
    const conversation = conversations[n % conversations.length];
    const message = await api(url, 'POST', `/conversations/${conversation}/messages`, {
      content,
      message_type: 'outgoing',
    });
    into.set(message.id, content);
  }
}

async function allMessages(api: Call, url: string, conversations: number[]): Promise<Map<number, string>> {
  const messages = new Map<number, string>();
  for (const conversation of conversations) {
    for (let page = 1; ; page++) {
      const { payload } = await api(url, 'GET', `/conversations/${conversation}/messages?per_page=100&page=${page}`);
      if (payload.length === 0) break;
      for (const message of payload) if (message.message_type !== 2) messages.set(message.id, message.content);
    }
  }
  return messages;
}

/** The events under which each message arrived. */
function deliveredIds(): Map<number, Set<number>> {
  const ids = new Map<number, Set<number>>();
  for (const { body } of receiver.received) {
    const events = ids.get(body.message.id) ?? new Set();
    ids.set(body.message.id, events.add(body.id));
  }
  return ids;
}
