import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, type TestAccount } from '../support/factories.ts';

const MAX_BODY_BYTES = 2000;

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp({ 'server.max_body_bytes': String(MAX_BODY_BYTES) });
  account = await givenAccount(test);
});
afterAll(() => test.stop());

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

describe.each([
  [JSON_TYPE, (name: string) => JSON.stringify({ name })],
  [FORM_TYPE, (name: string) => new URLSearchParams({ name }).toString()],
])('a body of %s with a Content-Encoding', (type, textOf) => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (text: string) => Buffer.from(text)],
  ])('is read when it is %s', async (encoding, pack) => {
    const { status, body } = await rename(pack(textOf(`Ä ${encoding}`)), encoding, type);

    expect([status, body.name]).toEqual([200, `Ä ${encoding}`]);
  });

  it('answers 413 when it is too large unpacked', async () => {
    const packed = gzipSync(textOf('n'.repeat(10_000_000)));

    const { status, body } = await rename(packed, 'gzip', type);

    expect([status, body.message]).toEqual([413, expect.stringContaining(String(MAX_BODY_BYTES))]);
  });

  it.each([
    ['is unknown', 'rot13', Buffer.from(textOf(''))],
    ['is a name that all objects have', 'constructor', Buffer.from(textOf(''))],
    ['is not that of the body', 'gzip', Buffer.from(textOf('Acme'))],
    ['is that of a body that is cut off', 'gzip', gzipSync(textOf('Acme')).subarray(0, 20)],
  ])('answers 400 when it %s', async (_, encoding, bytes) => {
    const { status, body } = await rename(bytes, encoding, type);

    expect([status, body.error]).toEqual([400, 'Invalid parameters']);
  });
});

it.each([
  ['more bytes than its packed text has', 200, JSON_TYPE, '{"name": "Packed"}', 500_000],
  ['far too many bytes', 413, JSON_TYPE, ' '.repeat(200_000_000), 0],
  ['more bytes than the packed text of its form has', 200, FORM_TYPE, 'name=Packed', 500_000],
  ['far too many bytes of a form', 413, FORM_TYPE, 'x'.repeat(200_000_000), 0],
])('answers the next request on the connection of a body with %s', async (_, status, type, content, more) => {
  const packed = Buffer.concat([gzipSync(content), Buffer.alloc(more)]);
  const { hostname, port } = new URL(test.url);
  const headers = [`Host: ${hostname}`, `api_access_token: ${account.administrator.token}`];
  const packing = [`Content-Type: ${type}`, 'Content-Encoding: gzip', `Content-Length: ${packed.length}`];
  const socket = connect(Number(port), hostname);
  socket.write([`PATCH ${account.path} HTTP/1.1`, ...headers, ...packing, '', ''].join('\r\n'));
  socket.write(packed);
  socket.write([`GET ${account.path} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'));

  const answers = await text(socket);

  expect(answers.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual([`${status}`, '200']);
});

it.each([
  [JSON_TYPE, '{"name": "Acme"}'],
  [FORM_TYPE, 'name=Acme'],
])('reads a body of %s after the mark of the order of bytes', async (type, content) => {
  const { status, body } = await rename(Buffer.from(`\uFEFF${content}`), 'identity', type);

  expect([status, body.name]).toEqual([200, 'Acme']);
});

it.each([
  [JSON_TYPE, '{"name": "cut'],
  [FORM_TYPE, 'name=cut'],
])('answers others after a body of %s that is cut off', async (type, begun) => {
  const { hostname, port } = new URL(test.url);
  const lines = [
    `PATCH ${account.path} HTTP/1.1`,
    `Host: ${hostname}`,
    `api_access_token: ${account.administrator.token}`,
    `Content-Type: ${type}`,
    'Content-Length: 500',
  ];
  const socket = connect(Number(port), hostname);
  socket.end(`${lines.join('\r\n')}\r\n\r\n${begun}`);
  await new Promise((resolve) => socket.resume().once('close', resolve));

  const { body } = await account.call('GET', '');

  expect(body.name).not.toBe('cut');
});

/** PATCH of the account with these bytes. */
async function rename(
  bytes: Buffer,
  encoding: string,
  type: string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${test.url}${account.path}`, {
    method: 'PATCH',
    headers: {
      'content-type': type,
      'content-encoding': encoding,
      api_access_token: account.administrator.token,
    },
    body: new Uint8Array(bytes),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
