import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { givenAccountIn } from '../support/account-in.ts';
import type { Frame } from '../support/cable/bare-socket.ts';
import { type Client, CLIENTS, type Connect } from '../support/cable/clients.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { storedEvents } from '../support/database/stored-events.ts';
import { withRows } from '../support/database/rows.ts';
import { eventually } from '../support/eventually.ts';
import { followFeed } from '../support/follow-feed.ts';
import { serveParley } from '../support/parley.ts';

const KILLS = 2;
const ENV = {
  PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0',
  PARLEY_RATE_LIMIT_CONTACT_REQUESTS_PER_MINUTE: '0',
  PARLEY_LIMITS_MESSAGES_PER_MINUTE: '0',
};

let place: Place;
const clients: Client[] = [];
beforeAll(async () => {
  place = await givenPlace();
});
afterEach(() => clients.splice(0).forEach((client) => client.close()));
afterAll(() => place.remove());

/** What a client has heard, a list for each of its connections. */
type Listener = { name: string; concerns(event: Frame): boolean; connections: Frame[][] };
type Caller = { path: string; token: string; conversation: number };

/** The events of the feed that listeners hear under the same number. */
const TOLD = /^(message_created|message_updated|conversation_(created|updated|status_changed))$/;

function concernsContact({ event, conversation, message }: Frame, { conversation: own }: Caller): boolean {
  if (!TOLD.test(event) || conversation?.id !== own) return false;
  return !message || (!message.private && message.message_type !== 'activity');
}

it('kill -9 under load leaves no gap in the feed, clients connect again, and nothing is lost or heard twice', async () => {
  const { id, token } = await givenAccountIn(place);
  let server = await serveParley(place, ENV);
  const { port } = new URL(server.url);
  const call = async (method: string, path: string, body?: object): Promise<Frame> => {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: { api_access_token: token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const inAccount = (method: string, path: string, body?: object) =>
    call(method, `/api/v1/accounts/${id}${path}`, body);
  const feed = followFeed((query) => inAccount('GET', `/events?${query}`));
  const profile = await call('GET', '/api/v1/profile');
  const inbox = await inAccount('POST', '/inboxes', { name: 'Support', channel: { type: 'api' } });
  const callers = [await givenCaller(), await givenCaller()] as const;
  const listeners: Listener[] = [];
  const params = { pubsub_token: profile.pubsub_token, account_id: id, user_id: profile.id };
  for (const [name, connect] of CLIENTS) {
    await listen(`${name}, the team`, connect, params, ({ event }) => TOLD.test(event));
    const caller = callers[listeners.length % 4 === 1 ? 0 : 1];
    await listen(name, connect, { pubsub_token: caller.token }, (event) => concernsContact(event, caller));
  }

  const acknowledged = new Set<number>();
  for (let round = 0; round <= KILLS; round += 1) {
    for (const { connections } of listeners) {
      await eventually(
        () => connections.length,
        (length) => length > round,
      );
    }
    const load = { isOver: false };
    const writers = callers.flatMap((caller) => [
      write(() => call('POST', `${caller.path}/messages`, { content: 'A question' })),
      write(() => say(caller, { content: 'An answer' })),
      write(() => say(caller, { content: 'A note', private: true })),
      write(() => turn(caller, 'resolved')),
      write(() => turn(caller, 'open')),
    ]);
    const enough = acknowledged.size + 20 + Math.random() * 60;
    await eventually(
      () => acknowledged.size,
      (size) => size >= enough,
    );
    if (round < KILLS) await server.kill();
    load.isOver = true;
    await Promise.all(writers);
    if (round < KILLS) server = await serveParley(place, ENV, ['--port', port]);

    /** Writes until the round is over or the server gone, and remembers the messages that it acknowledged. */
    async function write(make: () => Promise<Frame>): Promise<void> {
      while (!load.isOver) {
        const made = await make().catch(() => null);
        if (made === null) return;
        if (made.message_type !== undefined) acknowledged.add(made.id);
      }
    }
  }

  const read = await feed.stop();
  const stored = await withRows(place, (rows) => storedEvents(rows, { accountId: id }));
  expect(read.map((event) => event.id)).toEqual(stored.map((event) => event.id));
  const inFeed = new Set(read.filter(({ event }) => event === 'message_created').map(({ message }) => message.id));
  expect([...acknowledged].filter((messageId) => !inFeed.has(messageId))).toEqual([]);
  for (const { name, concerns, connections } of listeners) {
    for (const { path, conversation } of callers) {
      const told = read.filter((event) => concerns(event) && event.conversation?.id === conversation);
      if (told.length === 0) continue;
      const numbers = told.map((event) => event.id as number);
      await eventually(
        () => numbersIn(connections.at(-1)!, conversation).at(-1),
        (last) => last === numbers.at(-1),
      );
      // Each connection hears all from its beginning to its end, once and in the order of the conversation.
      const heard = connections.map((frames) => numbersIn(frames, conversation));
      const between = ([first = Infinity, ...rest]: number[]) =>
        numbers.filter((number) => number >= first && number <= (rest.at(-1) ?? first));
      expect({ name, path, heard }).toEqual({ name, path, heard: heard.map(between) });
      expect([name, path, heard.filter(({ length }) => length > 0).length]).toEqual([name, path, KILLS + 1]);
      expect([name, path, heard.flat().length]).toEqual([name, path, new Set(heard.flat()).size]);
    }
    const all = new Set(read.filter(concerns).map((event) => event.id as number));
    const others = connections.flat().filter(({ data }) => data.event_id && !all.has(data.event_id));
    expect([name, others]).toEqual([name, []]);
  }
  await server.stop();

  async function givenCaller(): Promise<Caller> {
    const root = `/public/api/v1/inboxes/${inbox.inbox_identifier}/contacts`;
    const { source_id, pubsub_token } = await call('POST', root, { name: 'Carla' });
    const { id: conversation } = await call('POST', `${root}/${source_id}/conversations`);
    return { path: `${root}/${source_id}/conversations/${conversation}`, token: pubsub_token, conversation };
  }

  function say({ conversation }: Caller, message: object): Promise<Frame> {
    return inAccount('POST', `/conversations/${conversation}/messages`, { message_type: 'outgoing', ...message });
  }

  function turn({ conversation }: Caller, status: string): Promise<Frame> {
    return inAccount('POST', `/conversations/${conversation}/toggle_status`, { status });
  }

  async function listen(name: string, connect: Connect, claim: object, concerns: Listener['concerns']) {
    const connections: Frame[][] = [];
    let heard: 'nothing' | 'frames' | 'confirmation' = 'nothing';
    const begin = () => connections.push([]);
    const client = await connect(
      `${server.url.replace('http', 'ws')}/cable`,
      { ...claim },
      {
        confirmed() {
          if (heard !== 'frames') begin();
          heard = 'confirmation';
        },
        rejected() {
          throw new Error(`${name} was rejected`);
        },
        disconnected: () => (heard = 'nothing'),
        received(frame) {
          // AnyCable hands over what came right after the confirmation before it tells of that.
          if (heard === 'nothing') begin();
          if (heard === 'nothing') heard = 'frames';
          connections.at(-1)!.push(frame);
        },
      },
    );
    clients.push(client);
    listeners.push({ name, concerns, connections });
    await eventually(
      () => connections.length,
      (length) => length > 0,
    );
  }
});

const conversationOf = ({ data }: Frame): number => data.conversation_id ?? data.conversation?.id ?? data.id;

/** The numbers of the events in a conversation that a connection has heard. */
function numbersIn(frames: Frame[], conversation: number): number[] {
  return frames.flatMap((frame) => (conversationOf(frame) === conversation ? (frame.data.event_id ?? []) : []));
}
