import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount } from '../../support/factories.ts';
import { givenWeb, type Web } from '../../support/servers/web.ts';

const signUpBody = (more: object = {}) => ({
  account_name: 'Acme',
  email: `${randomUUID()}@example.com`,
  user_full_name: 'Ada Lovelace',
  password: 'Correct-horse-1',
  ...more,
});
const signUp = (test: TestApp, body: unknown, options: object = {}) =>
  test.request('POST', '/api/v1/accounts', { body, ...options });

describe('signing up', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await givenApp();
  });
  afterAll(() => test.stop());

  it('is disabled unless configured, for users too', async () => {
    const { administrator } = await givenAccount(test);

    const answers = [
      await signUp(test, signUpBody()),
      await signUp(test, {}),
      await signUp(test, { account_name: 'Second' }, { token: administrator.token }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      Array(3).fill([403, 'Account signup is disabled']),
    );
  });
});

describe('signing up too often', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await givenApp({
      'signup.enabled': 'true',
      'server.trust_proxy': 'true',
      'rate_limit.signups_per_half_hour': '5',
    });
  });
  afterAll(() => test.stop());

  it('is refused to that IP address only', async () => {
    const from = (address: string) => signUp(test, {}, { headers: { 'x-forwarded-for': address } });
    for (let count = 0; count < 5; count += 1) await from('203.0.113.7');

    const { status, body, headers } = await from('203.0.113.7');

    expect([status, body.error]).toEqual([429, 'Too many requests']);
    expect(body.message).toContain('5 in 30 minutes');
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(60);
    expect((await from('203.0.113.8')).status).toBe(400);
  });

  it('does not count what is done in accounts', async () => {
    const account = await givenAccount(test);

    for (let count = 0; count < 6; count += 1) await account.call('POST', '/update_active_at');

    expect((await account.call('POST', '/update_active_at')).status).toBe(200);
  });
});

describe('the captcha', () => {
  let test: TestApp;
  let hcaptcha: Web;
  const forms: URLSearchParams[] = [];
  beforeAll(async () => {
    hcaptcha = await givenWeb();
    test = await givenApp({
      'signup.enabled': 'true',
      'signup.hcaptcha_secret': 'the-secret',
      'signup.hcaptcha_url': `${hcaptcha.url}/siteverify`,
    });
  });
  afterAll(async () => {
    await test.stop();
    await hcaptcha.stop();
  });
  beforeEach(() => {
    forms.length = 0;
    answerWith({ success: true });
  });

  function answerWith(verdict: unknown, status = 200): void {
    hcaptcha.reply = async (request, response) => {
      forms.push(new URLSearchParams(await text(request)));
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof verdict === 'string' ? verdict : JSON.stringify(verdict));
    };
  }

  it('is verified with the secret of the installation', async () => {
    const { status } = await signUp(test, signUpBody({ h_captcha_client_response: 'passed' }));

    expect(status).toBe(201);
    expect(forms.map((form) => Object.fromEntries(form))).toEqual([
      { secret: 'the-secret', response: 'passed', remoteip: expect.stringContaining('127.0.0.1') },
    ]);
  });

  it('is not verified for requests that are invalid anyway', async () => {
    const missing = await signUp(test, signUpBody());
    const incomplete = await signUp(test, { h_captcha_client_response: 'passed' });

    expect([missing.status, missing.body.error]).toEqual([422, 'Invalid Captcha']);
    expect(incomplete.status).toBe(400);
    expect(forms).toEqual([]);
  });

  it.each([
    ['that was not passed', { success: false, 'error-codes': ['invalid-input-response'] }, 200],
    ['whose verdict cannot be read', 'not JSON', 200],
    ['with another verdict', { success: 'true' }, 200],
    ['that cannot be verified now', { success: true }, 503],
  ])('refuses one %s', async (_, verdict, httpStatus) => {
    answerWith(verdict, httpStatus);
    const input = signUpBody({ h_captcha_client_response: 'passed?' });

    const { status, body } = await signUp(test, input);

    expect([status, body]).toEqual([
      422,
      { error: 'Invalid Captcha', message: expect.any(String), attributes: ['h_captcha_client_response'] },
    ]);
    const users = test.rows().selectFrom('users').select('id').where('email', '=', input.email);
    expect(await users.execute()).toEqual([]);
  });

  it('refuses everyone while its server cannot be reached', async () => {
    hcaptcha.reply = (request) => request.destroy();

    const { status, body } = await signUp(test, signUpBody({ h_captcha_client_response: 'passed' }));

    expect([status, body.error]).toEqual([422, 'Invalid Captcha']);
  });
});
