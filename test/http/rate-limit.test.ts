import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenAgent } from '../support/factories.ts';

const LIMIT = 3;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'rate_limit.requests_per_minute': String(LIMIT), 'server.trust_proxy': 'true' });
});
afterAll(() => test.stop());

const from = (address: string) => test.request('GET', '/api/v1/profile', { headers: { 'x-forwarded-for': address } });

describe('the rate limit', () => {
  it('counts down in the headers of every answer, and ends with 429', async () => {
    const { call } = await givenAccount(test);

    const answers = [
      await call('GET', ''),
      await call('PATCH', '', { name: 7 }),
      await call('GET', '/contacts/0'),
      await call('GET', ''),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 422, 404, 429]);
    expect(answers.map(({ headers }) => headers.get('X-RateLimit-Limit'))).toEqual(Array(4).fill(String(LIMIT)));
    expect(answers.map(({ headers }) => headers.get('X-RateLimit-Remaining'))).toEqual(['2', '1', '0', '0']);
    const resets = answers.map(({ headers }) => Number(headers.get('X-RateLimit-Reset')) - Date.now() / 1000);
    expect(Math.max(...resets)).toBeLessThanOrEqual(61);
  });

  it('says when trying again makes sense', async () => {
    const { call } = await givenAccount(test);
    for (let count = 0; count < LIMIT; count += 1) await call('GET', '');

    const { status, body, headers } = await call('GET', '');

    expect(status).toBe(429);
    expect(body).toEqual({ error: 'Too many requests', message: expect.stringContaining(`${LIMIT} a minute`) });
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(Number(headers.get('Retry-After'))).toBeLessThanOrEqual(60);
  });

  it('is counted for each token', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    for (let count = 0; count <= LIMIT; count += 1) await account.call('GET', '');

    const { status } = await account.call('GET', '', undefined, { token: agent.token });

    expect(status).toBe(200);
  });

  it('prevents the change', async () => {
    const account = await givenAccount(test, 'Before');
    for (let count = 0; count < LIMIT; count += 1) await account.call('GET', '');

    await account.call('PATCH', '', { name: 'After' });

    const row = await test.rows().selectFrom('accounts').select('name').where('id', '=', account.id).executeTakeFirst();
    expect(row).toEqual({ name: 'Before' });
  });

  it('counts calls without a known token by their address', async () => {
    const answers = [
      await from('192.0.2.1'),
      await from('192.0.2.1'),
      await from('192.0.2.1'),
      await from('192.0.2.1'),
      await from('192.0.2.2'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429, 401]);
  });

  it('believes the proxy, and not what clients claim to be', async () => {
    const answers = [
      await from('192.0.2.10, 203.0.113.1'),
      await from('192.0.2.11, 203.0.113.1'),
      await from('192.0.2.12,203.0.113.1'),
      await from('192.0.2.13, 203.0.113.1'),
      await from('203.0.113.1, 203.0.113.2'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429, 401]);
  });

  it('takes a whole /64 of IPv6 for one address', async () => {
    const answers = [
      await from('2001:db8::1'),
      await from('2001:db8::2'),
      await from('2001:db8:0:0:ffff::'),
      await from('2001:db8::3'),
      await from('2001:db8:0:1::1'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429, 401]);
  });

  it('takes an IPv4 address in IPv6 for the IPv4 address', async () => {
    const answers = [
      await from('198.51.100.1'),
      await from('::ffff:198.51.100.1'),
      await from('::ffff:c633:6401'),
      await from('198.51.100.1'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
  });
});

describe('no rate limit', () => {
  it('sets no headers', async () => {
    const free = await givenApp({ 'rate_limit.requests_per_minute': '0' });
    const account = await givenAccount(free);

    const { status, headers } = await account.call('GET', '');
    await free.stop();

    expect([status, headers.get('X-RateLimit-Limit')]).toEqual([200, null]);
  });
});
