import { WebSocket } from 'ws';
import type { TestApp } from '../app.ts';
import { eventually } from '../eventually.ts';
import { jsonOf } from '../json-of.ts';
import { noteFrame, throwWrongFrames } from './check-frame.ts';

/** A frame as a client gets it. */
// Tests read a frame by its keys, and check themselves what is there.
// oxlint-disable-next-line typescript/no-explicit-any
export type Frame = any;

/**
 * A socket without any library. Pings are not among `frames`, but counted. A frame that the document does not allow makes
 * `events`, `frame` and `closeSockets` throw.
 */
export type BareSocket = {
  ws: WebSocket;
  frames: Frame[];
  pings: number[];
  send(frame: unknown): void;
  subscribe(identifier: string): void;
  /** The events that it got for any subscription, as `{ event, data }`. */
  events(): Frame[];
  /** The first frame that matches, as soon as it is there. */
  frame(matches: (frame: Frame) => boolean): Promise<Frame>;
  /** Resolves with the code of its end. */
  closed: Promise<number>;
  close(): Promise<void>;
};

const open = new Set<BareSocket>();

/** A connected socket; `protocols` are offered. */
export async function givenSocket(
  test: Pick<TestApp, 'url'>,
  {
    protocols = ['actioncable-v1-json', 'actioncable-unsupported'],
    path = '/cable',
    origin,
    headers = {},
  }: {
    protocols?: string[];
    path?: string;
    /** As a page of this origin; absent = as a program. */
    origin?: string;
    headers?: Record<string, string>;
  } = {},
): Promise<BareSocket> {
  const ws = new WebSocket(`${test.url.replace('http', 'ws')}${path}`, protocols, {
    headers,
    ...(origin && { origin }),
  });
  const closed = Promise.withResolvers<number>();
  const socket: BareSocket = {
    ws,
    frames: [],
    pings: [],
    send: (frame) => ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    subscribe: (identifier) => socket.send({ command: 'subscribe', identifier }),
    events() {
      throwWrongFrames();
      return socket.frames.flatMap(({ message }) => message ?? []);
    },
    async frame(matches) {
      await eventually(
        () => socket.frames.some(matches),
        (isThere) => isThere,
      );
      throwWrongFrames();
      return socket.frames.find(matches);
    },
    closed: closed.promise,
    async close() {
      ws.close();
      await closed.promise;
    },
  };
  ws.on('message', (data: Buffer) => {
    const frame: Frame = jsonOf(data.toString());
    noteFrame(frame);
    if (frame.type === 'ping') socket.pings.push(frame.message);
    else socket.frames.push(frame);
  });
  ws.on('close', (code) => {
    open.delete(socket);
    closed.resolve(code);
  });
  await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject));
  open.add(socket);
  return socket;
}

/** Waits until all open sockets have what the server has sent them by now: it answers a ping after it. */
export async function settleSockets(): Promise<void> {
  await Promise.all(
    [...open].map(({ ws, closed }) => {
      const answered = new Promise((resolve) => ws.once('pong', resolve));
      ws.ping();
      return Promise.race([answered, closed]);
    }),
  );
}

/** Closes all sockets that a suite has left open. */
export async function closeSockets(): Promise<void> {
  await Promise.all([...open].map((socket) => socket.close()));
  throwWrongFrames();
}

/** The identifier of a user's subscription. */
export function agentIdentifier(user: { id: number; pubsubToken: string }, account: { id: number }): string {
  const { id: user_id, pubsubToken: pubsub_token } = user;
  return JSON.stringify({ channel: 'RoomChannel', pubsub_token, account_id: account.id, user_id });
}

/** The identifier of a contact's subscription. */
export const contactIdentifier = (pubsubToken: string) =>
  JSON.stringify({ channel: 'RoomChannel', pubsub_token: pubsubToken });

/** The pubsub token that goes with an access token. */
export async function pubsubTokenOf(test: TestApp, token: string): Promise<string> {
  const { body } = await test.request('GET', '/api/v1/profile', { token });
  return body.pubsub_token;
}

/** A socket on which the user with this access token listens in the account. */
export async function givenListener(
  test: TestApp,
  account: { id: number },
  user: { id: number; token: string },
): Promise<BareSocket> {
  const socket = await givenSocket(test);
  socket.subscribe(agentIdentifier({ id: user.id, pubsubToken: await pubsubTokenOf(test, user.token) }, account));
  await socket.frame(({ type }) => type === 'confirm_subscription');
  return socket;
}

/** The pubsub token of a contact in an inbox. */
export async function contactToken(test: TestApp, contactId: number, inboxId: number): Promise<string> {
  const row = await test
    .rows()
    .selectFrom('contact_inboxes')
    .select('pubsub_token')
    .where('contact_id', '=', contactId)
    .where('inbox_id', '=', inboxId)
    .executeTakeFirstOrThrow();
  return row.pubsub_token;
}

/** A socket on which the contact listens in the inbox. */
export async function givenContactListener(test: TestApp, contactId: number, inboxId: number): Promise<BareSocket> {
  const socket = await givenSocket(test);
  socket.subscribe(contactIdentifier(await contactToken(test, contactId, inboxId)));
  await socket.frame(({ type }) => type === 'confirm_subscription');
  return socket;
}
