import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { constants, gzipSync } from 'node:zlib';
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

/** A connection that has sent the beginning of a body of 250,000 bytes, and what it is answered. */
async function sending(
  path: string,
  type: string,
  begun: string | Buffer,
  of = test,
): Promise<{ socket: Socket; answer: () => string }> {
  const { hostname, port } = new URL(of.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => {});
  socket.write(`POST ${path} HTTP/1.1\r\nHost: parley\r\nContent-Type: ${type}\r\nContent-Length: 250000\r\n\r\n`);
  await new Promise((resolve) => socket.write(begun, resolve));
  return { socket, answer: () => text };
}

const FORM = 'application/x-www-form-urlencoded';

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

it.each([
  ['JSON', 'application/json', `{"x":"${'x'.repeat(120_000)}`],
  ['form', FORM, `x=${'x'.repeat(120_000)}`],
  [
    'packed form',
    `${FORM}\r\nContent-Encoding: gzip`,
    gzipSync(`x=${'x'.repeat(120_000)}`, { finishFlush: constants.Z_SYNC_FLUSH }),
  ],
  [
    'form in parts',
    'multipart/form-data; boundary=x',
    `--x\r\nContent-Disposition: form-data; name=x\r\n\r\n${'x'.repeat(120_000)}`,
  ],
])('ends the body that is under way for longest where all of them take too much memory: %s', async (_, type, begun) => {
  const small = await givenApp({ 'server.anonymous_body_bytes': '200000', 'rate_limit.new_visitors_per_hour': '0' });
  const inbox = await givenPublicInbox(small, await givenAccount(small));
  const path = `/public/api/v1/inboxes/${inbox.identifier}/contacts`;
  const first = await sending(path, type, begun, small);
  await inbox.call('POST', '/contacts', { name: 'Between' });
  const second = await sending(path, type, begun, small);

  const refused = await eventually(first.answer, (text) => text.includes('too much'));
  const others = await inbox.call('POST', '/contacts', { name: 'x'.repeat(200) });
  const waiting = second.answer();
  for (const { socket } of [first, second]) socket.destroy();
  await small.stop();

  expect(refused).toMatch(/^HTTP\/1\.1 503 .*\r\n(.*\r\n)*Retry-After: 5\r\n/);
  expect(others.status).toBe(201);
  expect(waiting).toBe('');
});
