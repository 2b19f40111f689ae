import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { keepAlive } from '../../src/cable/keep-alive.ts';
import { CableSocket } from '../../src/cable/socket.ts';
import { Subscriptions } from '../../src/cable/subscriptions.ts';
import { eventually } from '../support/eventually.ts';

const TIMES = { pingMs: 20, askMs: 20, silenceMs: 1000, idleMs: 1000 };
/** More pings than come within either time. */
const MANY = 60;
const CONTACT = { kind: 'contact', accountId: 1, contactInboxId: 1, contactId: 1 } as const;

const sockets = new Set<CableSocket>();
const subscriptions = new Subscriptions();
let server: WebSocketServer;
let stop = () => {};
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  stop = keepAlive(sockets, () => new Date(), TIMES);
});
afterAll(() => {
  stop();
  server.close();
});

/** A client, and the socket that the server has for it. */
async function connect(options: { autoPong?: boolean } = {}) {
  const accepted = once(server, 'connection') as Promise<[WebSocket, IncomingMessage]>;
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, options);
  const frames: string[] = [];
  client.on('message', (data: Buffer) => frames.push(data.toString()));
  const closed = once(client, 'close') as Promise<[number]>;
  const [ws, { socket: connection }] = await accepted;
  const socket = new CableSocket(ws, connection, '127.0.0.1');
  ws.on('pong', () => (socket.heardAt = performance.now()));
  ws.on('close', () => sockets.delete(socket));
  sockets.add(socket);
  return { client, socket, frames, closed };
}

const listen = (socket: CableSocket) => subscriptions.add({ socket, identifier: 'one', who: CONTACT });

it('keeps a socket whose client answers and listens', async () => {
  const { client, socket, frames } = await connect();
  listen(socket);

  await eventually(
    () => frames.length,
    (count) => count > MANY,
  );

  expect(client.readyState).toBe(client.OPEN);
  client.close();
});

it('cuts off a client that does not answer', async () => {
  const { socket, closed } = await connect({ autoPong: false });
  listen(socket);

  expect(await closed).toEqual([1006, expect.anything()]);
});

it('ends a socket that nobody listens on, or no longer', async () => {
  const never = await connect();
  const formerly = await connect();
  listen(formerly.socket);
  await never.closed;
  const before = formerly.client.readyState;
  subscriptions.remove(formerly.socket.subscriptions.get('one')!);

  await formerly.closed;

  expect(before).toBe(WebSocket.OPEN);
  const end = JSON.stringify({ type: 'disconnect', reason: 'unauthorized', reconnect: false });
  await eventually(
    () => [never, formerly].map(({ frames }) => frames.at(-1)),
    (last) => last.every((frame) => frame === end),
  );
});
