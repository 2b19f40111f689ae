import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { isCompressible } from '../../src/http/routes/compressible.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenConversation, givenFile, type TestAccount } from '../support/factories.ts';
import { allRoutes } from '../support/openapi/routes.ts';

let test: TestApp;
let account: TestAccount;
let file: string;
beforeAll(async () => {
  test = await givenApp({ 'server.compression': 'true' });
  account = await givenAccount(test);
  const conversation = await givenConversation(account);
  file = new URL(await givenFile(account, conversation.id)).pathname;
});
afterAll(() => test.stop());

type Bytes = { status: number; headers: Record<string, string | string[] | undefined>; bytes: Buffer };

/** Sends a request as the administrator, who accepts `encodings`. */
function get(path: string, encodings = 'gzip', method = 'GET', more: Record<string, string> = {}): Promise<Bytes> {
  const headers = { api_access_token: account.administrator.token, 'accept-encoding': encodings, ...more };
  return new Promise((resolve, reject) => {
    const sending = request(`${test.url}${path}`, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    sending.on('error', reject);
    sending.end();
  });
}

describe('an answer to a client that accepts gzip', () => {
  it.each([
    ['the list of conversations', () => `${account.path}/conversations`],
    ['the document of the API', () => '/openapi.json'],
    ['its page', () => '/docs'],
  ])('is the same, and shorter: %s', async (_, path) => {
    const plain = await get(path(), 'identity');

    const { status, headers, bytes } = await get(path());

    expect([status, headers['content-encoding'], headers['vary']]).toEqual([200, 'gzip', 'Accept-Encoding']);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers['content-type']).toBe(plain.headers['content-type']);
    expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(gunzipSync(bytes).equals(plain.bytes)).toBe(true);
    expect([plain.headers['content-encoding'], plain.headers['vary']]).toEqual([undefined, 'Accept-Encoding']);
  });

  it('is read by clients that decompress by themselves', async () => {
    const answer = await fetch(`${test.url}${account.path}/conversations`, {
      headers: { api_access_token: account.administrator.token },
    });

    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(await answer.json()).toMatchObject({ data: { payload: [{ id: 1 }] } });
  });

  it('has not always the same length, so that its length tells nothing', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(`${account.path}/conversations`)));

    expect(new Set(answers.map(({ bytes }) => bytes.length)).size).toBeGreaterThan(3);
  });

  it('is plain when it is short, a file, shows a secret, or was not asked for', async () => {
    const answers = [
      await get(`${account.path}/labels`),
      await get(file),
      await get(`${account.path}/inboxes`),
      await get(`${account.path}/nothing`),
      await get(`${account.path}/conversations`, 'br, gzip;q=0'),
      await get(`${account.path}/conversations`, ''),
    ];

    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(Array(6).fill(undefined));
  });

  it('is 304 while nothing has changed, compressed or not', async () => {
    const path = `${account.path}/conversations`;
    const { headers } = await get(path, 'gzip', 'GET', { 'if-none-match': '"none"' });
    const tag = String(headers['etag']);

    const [compressed, plain] = [
      await get(path, 'gzip', 'GET', { 'if-none-match': tag }),
      await get(path, 'identity', 'GET', { 'if-none-match': tag }),
    ];

    expect([compressed.status, plain.status]).toEqual([304, 304]);
    expect([compressed.headers['vary'], compressed.headers['content-encoding']]).toEqual([
      'Accept-Encoding',
      undefined,
    ]);
  });

  it('is not sent to HEAD, which gets its headers', async () => {
    const { status, headers, bytes } = await get('/openapi.json', 'gzip', 'HEAD');

    expect([status, headers['content-encoding'], bytes.length]).toEqual([200, 'gzip', 0]);
    expect(headers['content-length']).toBe(String((await get('/openapi.json')).bytes.length));
  });
});

describe('what may be compressed', () => {
  const compressible = allRoutes().filter(isCompressible);
  const paths = compressible.map(({ path }) => path.replace('/api/v1/accounts/:account_id', ''));

  it('are only answers to reads', () => {
    expect(compressible.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('are the long lists, and the documents', () => {
    const long = ['/conversations', '/contacts', '/conversations/:conversation_id/messages', '/openapi.json', '/docs'];
    expect(paths).toEqual(expect.arrayContaining(long));
  });

  it('is nothing in which a token or another secret is shown, and nothing that anyone may read', () => {
    const telling = ['/webhooks', '/inboxes', '/inboxes/:id', '/agent_bots', '/files/:key/:filename'];
    expect(paths.filter((path) => telling.includes(path) || path.startsWith('/survey'))).toEqual([]);
  });
});

it('compresses only the documentation by default', async () => {
  const plain = await givenApp();
  const { path, administrator } = await givenAccount(plain);
  const read = async (of: string, encoding = 'gzip') => {
    const { headers } = await fetch(`${plain.url}${of}`, {
      headers: { api_access_token: administrator.token, 'accept-encoding': encoding },
    });
    return [headers.get('content-encoding'), headers.get('vary')];
  };

  const documents = [await read('/openapi.json'), await read('/docs'), await read('/docs/requests')];
  const others = [await read(`${path}/conversations`), await read('/openapi.json', 'identity')];
  await plain.stop();

  expect(documents).toEqual(Array(3).fill(['gzip', 'Accept-Encoding']));
  expect(others).toEqual([
    [null, null],
    [null, 'Accept-Encoding'],
  ]);
});
