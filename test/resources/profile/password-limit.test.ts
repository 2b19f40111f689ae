import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent } from '../../support/factories.ts';

const LIMIT = 3;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'rate_limit.sign_ins_per_half_hour': String(LIMIT) });
});
afterAll(() => test.stop());

const change = (token: string, body: object) => test.request('PATCH', '/api/v1/profile', { token, body });

describe('a current password', () => {
  it('has the same limit of attempts as signing in, for each user', async () => {
    const account = await givenAccount(test);
    const { token } = account.administrator;
    const other = await givenAgent(test, account);
    const guess = { email: 'other@example.com', current_password: 'Guess1!' };

    const tries = [];
    for (let count = 0; count < LIMIT; count += 1) tries.push((await change(token, guess)).status);
    const refused = await change(token, { profile: guess });

    expect(tries).toEqual(Array(LIMIT).fill(422));
    expect([refused.status, refused.body.error]).toEqual([429, 'Too many requests']);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(60);
    expect((await change(token, { name: 'Ada' })).status).toBe(200);
    expect((await change(other.token, guess)).status).toBe(422);
  });
});
