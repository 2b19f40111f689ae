import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'signup.enabled': 'true', 'rate_limit.signups_per_half_hour': '6' });
});
afterAll(() => test.stop());

const PASSWORD = 'Correct-horse-1';
const signUp = (body: object, token: string | null = null, app = test, version = 'v2') =>
  app.request('POST', `/api/${version}/accounts`, { body, token });

describe('POST /api/v2/accounts', () => {
  it('needs an address and a password alone, and names the account and the user after the address', async () => {
    const name = randomUUID();

    const { status, body, headers } = await signUp({ email: `${name}@acme.example`, password: PASSWORD, locale: 'de' });

    expect([status, body.name, body.accounts]).toEqual([
      201,
      name,
      [{ id: body.account_id, name: 'acme.example', locale: 'de' }],
    ]);
    expect(body.data).toMatchObject({ role: 'administrator', access_token: expect.any(String) });
    expect(headers.get('access-token')).toBeTruthy();
    const signedIn = await test.request('POST', '/auth/sign_in', { body: { email: body.email, password: PASSWORD } });
    expect(signedIn.status).toBe(200);
  });

  it('names what is missing, and refuses what the other sign-up refuses', async () => {
    const email = `${randomUUID()}@acme.example`;

    const missing = await signUp({ email });
    const weak = await signUp({ email, password: 'horse' });
    const first = await signUp({ email, password: PASSWORD });
    const second = await signUp({ email, password: PASSWORD });

    expect([missing.status, missing.body.attributes]).toEqual([400, ['password']]);
    expect([weak.status, weak.body.attributes]).toEqual([422, ['password']]);
    expect([first.status, second.status, second.body.error]).toEqual([201, 422, 'User with this email already exists']);
  });

  it('shares its limit with the other sign-up', async () => {
    const app = await givenApp({ 'signup.enabled': 'true', 'rate_limit.signups_per_half_hour': '2' });

    const statuses = [];
    for (const version of ['v1', 'v2', 'v1', 'v2']) statuses.push((await signUp({}, null, app, version)).status);
    await app.stop();

    expect(statuses).toEqual([400, 400, 429, 429]);
  });

  it('gives a user who is signed in another account', async () => {
    const app = await givenApp({ 'signup.enabled': 'true' });
    const { administrator } = await givenAccount(app);

    const { status, body } = await signUp({}, administrator.token, app);
    await app.stop();

    expect([status, body.id, body.accounts.length]).toEqual([201, administrator.id, 2]);
  });

  it('is refused where sign-ups are', async () => {
    const app = await givenApp();

    const { status, body } = await signUp({ email: `${randomUUID()}@acme.example`, password: PASSWORD }, null, app);
    await app.stop();

    expect([status, body.error]).toEqual([403, 'Account signup is disabled']);
  });
});
