import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenPublicInbox } from '../../support/public/public-inbox.ts';

const MOST = 100;

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp({ 'rate_limit.new_visitors_per_hour': '0' });
  account = await givenAccount(test);
});
afterAll(() => test.stop());

/** Connections that have sent a request, but not the last byte of its body. */
async function hanging(path: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(test.url);
  const head = `POST ${path} HTTP/1.1\r\nHost: parley\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n`;
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname));
  for (const socket of sockets) socket.write(`${head}{`);
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

it('receives a hundred bodies of callers without credentials from one address at once', async () => {
  const inbox = await givenPublicInbox(test, account);
  const path = `/public/api/v1/inboxes/${inbox.identifier}/contacts`;
  const enter = () => inbox.call('POST', '/contacts', { name: randomUUID() });
  // More than are received: some may be answered early, as unavailable, on a busy machine.
  const sockets = await hanging(path, 2 * MOST);

  const refused = await eventually(enter, ({ status }) => status === 429);
  const known = await account.call('POST', '/labels', { title: `l-${randomUUID()}` });
  const reading = await inbox.call('GET', '');
  for (const socket of sockets) socket.destroy();
  const later = await eventually(enter, ({ status }) => status !== 429);

  expect([refused.body.error, refused.headers.get('retry-after')]).toEqual(['Too many requests', '1']);
  expect([known.status, reading.status, later.status]).toEqual([201, 200, 201]);
});
