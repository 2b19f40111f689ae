import { afterEach, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';

const TOKEN = 'a-token-of-the-operator';
const HERE = '127.0.0.0/8';
const ELSEWHERE = '192.0.2.0/24';

let test: TestApp | undefined;
afterEach(async () => {
  await test?.stop();
  test = undefined;
});

/** The status that /metrics answers with these settings. */
async function statusWith(settings: Record<string, string>, headers: Record<string, string> = {}): Promise<number> {
  test = await givenApp({ 'database.pool_size': '2', ...settings }, { jobs: false });
  return (await test.request('GET', '/metrics', { headers })).status;
}

const bearing = (token: string) => ({ authorization: `Bearer ${token}` });

describe('GET /metrics', () => {
  it('is answered like a path that does not exist where neither setting is set', async () => {
    test = await givenApp({}, { jobs: false });

    const { status, body } = await test.request('GET', '/metrics', { headers: bearing(TOKEN) });

    const other = await test.request('GET', '/metric');
    expect([status, body]).toEqual([
      404,
      { error: 'Not found', message: 'no such path: GET /metrics; /docs has all that there are' },
    ]);
    expect([other.status, other.body.error]).toEqual([404, 'Not found']);
  });

  it.each([
    ['the token', bearing(TOKEN), 200],
    ['another token', bearing('another'), 401],
    ['an empty token', { authorization: 'Bearer ' }, 401],
    ['no token', {}, 401],
  ])('with metrics.token answers %s', async (_, headers, expected) => {
    expect(await statusWith({ 'metrics.token': TOKEN }, headers)).toBe(expected);
  });

  it('says how the token is sent', async () => {
    test = await givenApp({ 'metrics.token': TOKEN }, { jobs: false });

    const { headers, body } = await test.request('GET', '/metrics');

    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(body.message).toContain('metrics.token');
  });

  it.each([
    ['inside of it', HERE, {}, {}, 200],
    ['outside of it', ELSEWHERE, {}, {}, 404],
    ['inside of one of them', `${ELSEWHERE},${HERE}`, {}, {}, 200],
    ['behind a proxy that is not trusted', HERE, { 'x-forwarded-for': '127.0.0.1' }, {}, 404],
    ['behind a proxy that says so otherwise', HERE, { forwarded: 'for=127.0.0.1' }, {}, 404],
    ['inside of it, as a trusted proxy says', ELSEWHERE, { 'x-forwarded-for': '192.0.2.7' }, { trusts: true }, 200],
    ['outside of it, as a trusted proxy says', HERE, { 'x-forwarded-for': '192.0.2.7' }, { trusts: true }, 404],
  ])(
    'with metrics.allowed_networks answers callers %s',
    async (_, networks, headers, { trusts = false }: { trusts?: boolean }, expected) => {
      const settings = { 'metrics.allowed_networks': networks, 'server.trust_proxy': String(trusts) };

      expect(await statusWith(settings, headers as Record<string, string>)).toBe(expected);
    },
  );

  it.each([
    ['the token from inside', HERE, bearing(TOKEN), 200],
    ['another token from inside', HERE, bearing('another'), 401],
    ['the token from outside', ELSEWHERE, bearing(TOKEN), 404],
  ])('with both settings answers %s', async (_, networks, headers, expected) => {
    const settings = { 'metrics.token': TOKEN, 'metrics.allowed_networks': networks };

    expect(await statusWith(settings, headers)).toBe(expected);
  });
});
