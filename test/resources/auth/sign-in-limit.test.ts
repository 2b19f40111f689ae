import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';

const LIMIT = 10;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'server.trust_proxy': 'true', 'rate_limit.sign_ins_per_half_hour': String(LIMIT) });
});
afterAll(() => test.stop());

const signIn = (address: string) =>
  test.request('POST', '/auth/sign_in', {
    headers: { 'x-forwarded-for': address },
    body: { email: 'ada@example.com' },
  });

describe('attempts to sign in', () => {
  it('are counted for each address, and refused when they are too many', async () => {
    for (let count = 0; count < LIMIT; count += 1) await signIn('203.0.113.7');

    const { status, body, headers } = await signIn('203.0.113.7');

    expect([status, body.error, body.success]).toEqual([429, 'Too many requests', false]);
    expect(body.message).toContain('10 in 30 minutes');
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(60);
    expect(headers.get('X-RateLimit-Limit')).toBe('10');
    expect((await signIn('203.0.113.8')).status).toBe(422);
  });

  it('of a whole /64 of IPv6 addresses count as those of one', async () => {
    for (let count = 0; count < LIMIT; count += 1) await signIn(`2001:db8:1:2::${count + 1}`);

    expect((await signIn('2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await signIn('2001:db8:1:3::1')).status).toBe(422);
  });
});
