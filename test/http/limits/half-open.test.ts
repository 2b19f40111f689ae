import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';

const MOST = 5;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'server.half_open_connections': String(MOST) });
});
afterAll(() => test.stop());

/** Connections that have sent the beginning of a request. */
async function halfOpen(count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(test.url);
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname));
  for (const socket of sockets) socket.on('error', () => {}).write('GET /livez HTTP/1.1\r\n');
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

it('closes the oldest connections of an address that send no request, and answers the others', async () => {
  const sockets = await halfOpen(MOST + 1);
  const [oldest] = sockets;
  const isClosed = once(oldest!, 'close').then(() => true);

  // They have some time, as those have that connect often at once.
  await eventually(
    async () => {
      sockets.push(...(await halfOpen(1)));
      return oldest!.closed;
    },
    (closed) => closed,
  );
  const newest = sockets.at(-1)!;
  newest.write('Host: x\r\n\r\n');
  const [answer] = (await once(newest, 'data')) as [Buffer];
  for (const socket of sockets) socket.destroy();

  expect(await isClosed).toBe(true);
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
});
