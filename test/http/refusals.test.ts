import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { trackConnections } from '../../src/http/connections.ts';
import { refusingServer } from '../../src/http/refusals.ts';
import { givenApp, type TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

type Parsed = { status: number; headers: Record<string, string>; body: string };

/** Everything that is answered to `text` on one connection, which the server ends. */
async function send(url: string, text: string): Promise<Parsed[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answered = '';
  socket.on('data', (chunk: Buffer) => (answered += chunk.toString()));
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return parse(answered);
}

function parse(text: string): Parsed[] {
  if (text === '') return [];
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const body = rest.join('\r\n\r\n');
  const length = Number(headers['content-length']);
  return [{ status: Number(first.split(' ')[1]), headers, body: body.slice(0, length) }, ...parse(body.slice(length))];
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const get = (...headers: string[]) => ['GET /livez HTTP/1.1', ...headers, '', ''].join('\r\n');
const chunked = 'POST /auth/sign_in HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';

function expectRefusal(answer: Parsed | undefined, status: number): void {
  expect(answer?.status).toBe(status);
  expect(answer?.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(answer?.body ?? '')),
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    connection: 'close',
  });
  expect(JSON.parse(answer?.body ?? '')).toEqual({ error: expect.any(String), message: expect.any(String) });
}

describe('input that is not a request', () => {
  it.each([
    ['nonsense', 'nonsense\r\n\r\n', 400],
    ['an unknown method', 'BREW /livez HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a header with a line feed in its name', get('Host: x', 'a\nb c: 1'), 400],
    ['two lengths', get('Host: x', 'Content-Length: 1', 'Content-Length: 2'), 400],
    ['a length beside chunks', get('Host: x', 'Content-Length: 1', 'Transfer-Encoding: chunked'), 400],
    ['a chunk without a length', `${chunked}zz\r\n`, 400],
    ['no Host', get(), 400],
    ['two Hosts', get('Host: x', 'Host: y'), 400],
    ['the same Host twice', get('Host: x', 'HOST: x'), 400],
    ['an expectation that nobody knows', get('Host: x', 'Expect: miracles'), 417],
    ['headers too large', get('Host: x', `X-Much: ${'x'.repeat(20_000)}`), 431],
    ['headers without end', get('Host: x', `X-Much: ${'x'.repeat(3_000_000)}`), 431],
    ['an address too long', `GET /livez?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['extensions of chunks without end', `${chunked}1;${'x'.repeat(20_000)}\r\nx\r\n`, 413],
    ['a request for a proxy', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 405],
  ])('is refused in the shape of all errors: %s', async (_, text, status) => {
    const answers = await send(test.url, text);

    expect(answers).toHaveLength(1);
    expectRefusal(answers[0], status);
  });

  it('is refused after the answer to the request before it', async () => {
    const answers = await send(test.url, `${get('Host: x')}${get()}`);

    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    expectRefusal(answers[1], 400);
  });

  it('needs no Host in HTTP/1.0', async () => {
    const [answer] = await send(test.url, 'GET /livez HTTP/1.0\r\n\r\n');

    expect(answer?.status).toBe(200);
  });
});

describe('what is no request, behind a request that is not answered yet', () => {
  it('is not refused where the client would take that for the answer', async () => {
    const server = refusingServer(() => {}, test.app.log);
    trackConnections(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');

    const answers = await send(urlOf(server), `${get('Host: x')}nonsense\r\n\r\n`);
    server.close();

    expect(answers).toEqual([]);
  });
});

describe('a request that does not arrive in time', () => {
  it.each([
    ['half a head', 'GET /livez HTTP/1.1\r\nHost: x\r\n'],
    ['half a body', 'POST /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf'],
  ])('is refused in the shape of all errors: %s', async (_, text) => {
    const limits = { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 };
    const server = refusingServer(() => {}, test.app.log, limits).listen(0, '127.0.0.1');
    await once(server, 'listening');

    const answers = await send(urlOf(server), text);
    server.close();

    expect(answers).toHaveLength(1);
    expectRefusal(answers[0], 408);
  });
});
