import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenContact, givenConversation, type TestAccount } from '../support/factories.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  await givenConversation(account);
});
afterAll(() => test.stop());

const ask = (path: string, tag: string, method = 'GET', more: Record<string, string> = {}) =>
  account.call(method, path, undefined, { headers: { 'if-none-match': tag, ...more } });
/** The ETag of the answer to a client that has none. */
const tagOf = async (path: string) => (await ask(path, '"none"')).headers.get('etag') ?? '';

describe('a request with If-None-Match', () => {
  it.each(['', '/conversations', '/contacts', '/labels', '/inboxes'])(
    'is answered with 304 while nothing changes: %s',
    async (path) => {
      const first = await ask(path, '"none"');
      const tag = first.headers.get('etag') ?? '';

      const [again, other] = [await ask(path, tag), await ask(path, `"other", ${tag}`)];

      expect([first.status, again.status, other.status]).toEqual([200, 304, 304]);
      expect(tag).toMatch(/^W\/"[\da-f]{64}"$/);
      expect([again.text, again.headers.get('etag')]).toEqual(['', tag]);
      expect(again.headers.get('content-type')).toBeNull();
      expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
    },
  );

  it('is answered in full when something has changed', async () => {
    const tag = await tagOf('/contacts');
    await givenContact(account, { name: 'Nina New' });

    const { status, headers, text } = await ask('/contacts', tag);

    expect(status).toBe(200);
    expect(text).toContain('Nina New');
    expect(headers.get('etag')).not.toBe(tag);
  });

  it('is answered in full when the client wants it anew', async () => {
    const tag = await tagOf('/labels');

    const { status } = await ask('/labels', tag, 'GET', { 'cache-control': 'no-cache' });

    expect(status).toBe(200);
  });

  it('is refused as any other without a token', async () => {
    const tag = await tagOf('/labels');

    const { status, headers } = await test.request('GET', `${account.path}/labels`, {
      headers: { 'if-none-match': tag },
    });

    expect([status, headers.get('etag')]).toEqual([401, null]);
  });

  it('may be HEAD', async () => {
    const tag = await tagOf('/labels');

    const { status } = await ask('/labels', tag, 'HEAD');

    expect(status).toBe(304);
  });

  it('makes no difference to a write', async () => {
    const { status, headers } = await account.call(
      'POST',
      '/labels',
      { title: 'vip' },
      { headers: { 'if-none-match': '*' } },
    );

    expect([status, headers.get('etag')]).toEqual([201, null]);
  });
});

it('a request without If-None-Match gets no ETag', async () => {
  const { status, headers } = await account.call('GET', '/labels');

  expect([status, headers.get('etag'), headers.get('cache-control')]).toEqual([200, null, 'no-store']);
});

describe('the documents of the API', () => {
  it.each(['/openapi.json', '/docs', '/docs/channels', '/docs/api/label', '/docs/docs.css', '/docs/docs.js'])(
    'may be kept, and are asked for again: %s',
    async (path) => {
      const { status, headers } = await test.request('GET', path);
      const tag = headers.get('etag') ?? '';

      const again = await test.request('GET', path, { headers: { 'if-none-match': tag } });

      expect([status, headers.get('cache-control'), again.status, again.text]).toEqual([200, 'no-cache', 304, '']);
      expect([again.headers.get('etag'), again.headers.get('cache-control')]).toEqual([tag, 'no-cache']);
    },
  );
});
