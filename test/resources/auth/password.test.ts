import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findPasswordHolder } from '../../../src/resources/auth/password-holders.ts';
import { passwordToken } from '../../../src/resources/auth/password-token.ts';
import { DAY } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { quickHash } from '../../support/quick-hash.ts';
import { cookieIn, OWN_PAGE } from '../../support/identity/browser-session.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';

const OLD = 'Correct-horse-1';
const NEW = 'Battery-staple-2';
const PAGE = '/app/auth/password/edit';

const oldHash = quickHash(OLD);

let server: MailServer;
let test: TestApp;
beforeAll(async () => {
  server = await givenMailServer();
  test = await givenApp({ 'mail.smtp_url': server.url });
});
afterAll(async () => {
  await test.stop();
  await server.stop();
});

/** An account whose administrator can sign in with the old password. */
async function givenSigner(): Promise<TestAccount> {
  const account = await givenAccount(test);
  const { id } = account.administrator;
  await test.rows().updateTable('users').set({ password_hash: oldHash }).where('id', '=', id).execute();
  return account;
}

/** A token for the account's administrator, which expires after so many milliseconds. */
async function givenToken({ administrator }: TestAccount, lifetimeMs = DAY): Promise<string> {
  const holder = await findPasswordHolder(test.app.tx(), { id: administrator.id });
  return passwordToken(test.app.installation.vault, holder!, new Date(Date.now() + lifetimeMs));
}

const signIn = ({ administrator }: TestAccount, password: string) =>
  test.request('POST', '/auth/sign_in', { body: { email: administrator.email, password } });
const choose = (token: string, password = NEW, confirmation = password) =>
  test.request('PUT', '/auth/password', {
    body: { reset_password_token: token, password, password_confirmation: confirmation },
  });
const ask = (body: object) => test.request('POST', '/auth/password', { body });
const submit = (fields: Record<string, string>) => test.request('POST', PAGE, { body: new URLSearchParams(fields) });

const INVALID = {
  error: 'Invalid token',
  message: 'the link has been used, is too old, or was not copied whole; ask for another one',
  attributes: ['reset_password_token'],
  redirect_url: '/',
  success: false,
  errors: ['the link has been used, is too old, or was not copied whole; ask for another one'],
};

describe('POST /auth/password', () => {
  it('mails a link with which another password can be chosen', async () => {
    const account = await givenSigner();
    const { email } = account.administrator;

    const { status } = await ask({ email: email.toUpperCase() });
    const [mail] = await server.mailsTo(email);
    const [, token = ''] = /reset_password_token=(\S+)/.exec(mail?.email.text ?? '') ?? [];
    const chosen = await choose(token);

    expect([status, chosen.status]).toEqual([200, 200]);
    expect(mail?.email.subject).toBe('Choose a new password');
    expect(mail?.email.text).toContain(`Hello Ada Admin,\n\nsomebody, probably you, has asked for a new password for`);
    expect((await signIn(account, NEW)).status).toBe(200);
  });

  it('answers the same whether a user has the address or not', async () => {
    const account = await givenSigner();

    const known = await ask({ email: account.administrator.email });
    const unknown = await ask({ email: 'nobody@example.com' });
    const nested = await ask({ user: { email: 'nobody@example.com' } });

    const answer = { message: expect.stringContaining('a mail with a link') };
    expect([known.status, unknown.status, nested.status]).toEqual([200, 200, 200]);
    expect(known.body).toEqual(answer);
    expect(unknown.body).toEqual(known.body);
  });

  it.each([
    ['no address', {}, "email can't be blank"],
    ['what is no address', { email: 'ada' }, 'email is not an e-mail address'],
  ])('refuses %s', async (_, body, message) => {
    const answer = await ask(body);

    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ error: 'Validation failed', message, attributes: ['email'], success: false });
  });
});

describe('PUT /auth/password', () => {
  it('sets the password, ends all sessions, and signs in', async () => {
    const account = await givenSigner();
    const before = await signIn(account, OLD);
    const token = await givenToken(account);

    const { status, body, headers } = await choose(token);

    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id: account.administrator.id, email: account.administrator.email });
    expect([(await signIn(account, OLD)).status, (await signIn(account, NEW)).status]).toEqual([401, 200]);
    const validate = (from: Headers) =>
      test.request('GET', '/auth/validate_token', {
        headers: {
          'access-token': from.get('access-token') ?? '',
          client: from.get('client') ?? '',
          uid: from.get('uid') ?? '',
        },
      });
    expect([(await validate(before.headers)).status, (await validate(headers)).status]).toEqual([401, 200]);
  });

  it.each([
    [undefined, 200],
    [true, 401],
  ])('ends the API tokens too if that is asked for: %s', async (revoke_access_tokens, expected) => {
    const account = await givenSigner();
    const other = await givenSigner();
    const body = { reset_password_token: await givenToken(account), password: NEW, revoke_access_tokens };

    const { status } = await test.request('PUT', '/auth/password', { body });

    expect([status, (await account.call('GET', '')).status]).toEqual([200, expected]);
    expect((await other.call('GET', '')).status).toBe(200);
  });

  it('takes each token once, also of several at the same time', async () => {
    const account = await givenSigner();
    const token = await givenToken(account);

    const answers = await Promise.all([choose(token, NEW), choose(token, `${NEW}3`), choose(token, `${NEW}4`)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    expect((await choose(token)).body).toEqual(INVALID);
  });

  it('refuses a token that has expired, or is from before the address was changed', async () => {
    const account = await givenSigner();
    const expired = await givenToken(account, -1);
    const former = await givenToken(account);
    await account.call('GET', '');
    await test
      .rows()
      .updateTable('users')
      .set({ email: `other-${account.administrator.email}` })
      .where('id', '=', account.administrator.id)
      .execute();

    const answers = [await choose(expired), await choose(former)];

    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [422, INVALID],
      [422, INVALID],
    ]);
  });

  it('refuses what is not a token, or was sealed for something else', async () => {
    const { vault } = test.app.installation;

    const answers = [
      await choose('x'),
      await choose(vault.seal('secret')),
      await choose(vault.seal('null')),
      await choose(vault.seal(JSON.stringify(['other', 1, Date.now() + DAY, '']))),
    ];

    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [422, INVALID]));
  });

  it.each([
    ['a short password', 'Aa1-', undefined, 'password must have 6 to 128 characters, among them'],
    ['a weak password', 'password', undefined, '; it needs an upper-case letter, a digit, a special character'],
    ['another confirmation', NEW, OLD, 'password_confirmation must be the same as password'],
  ])('refuses %s, and the token stays good', async (_, password, confirmation, message) => {
    const token = await givenToken(await givenSigner());

    const { status, body } = await choose(token, password, confirmation);

    expect([status, body.error]).toEqual([422, 'Validation failed']);
    expect(body.message).toContain(message);
    expect((await choose(token)).status).toBe(200);
  });
});

describe('the page for choosing a password', () => {
  it('is a form that is not cached, and runs its own script alone', async () => {
    const token = await givenToken(await givenSigner());

    const { status, headers, text } = await test.request('GET', `${PAGE}?reset_password_token=${token}`);

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; script-src 'sha256-[\w+/]+='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toContain(`<input type="hidden" name="reset_password_token" value="${token}">`);
    expect(text).toContain(`<form method="post" action="${PAGE}">`);
    expect(text.split('<script')).toHaveLength(2);
  });

  it('says whose password it is, and what it must have, also after a mistake', async () => {
    const account = await givenSigner();
    const { email } = account.administrator;
    const other = await givenAccount(test);
    await other.call('POST', '/agents', { name: 'Ada Admin', email, role: 'agent' });
    const { name } = (await account.call('GET', '')).body;
    const otherName = (await other.call('GET', '')).body.name;
    const token = await givenToken(account);

    const asked = await test.request('GET', `${PAGE}?reset_password_token=${token}`);
    const mistaken = await submit({ reset_password_token: token, password: 'weak', password_confirmation: 'weak' });

    for (const { text } of [asked, mistaken]) {
      expect(text).toContain(`For <strong>Ada Admin</strong>, ${email}, in ${name} and ${otherName}`);
      expect(text).toMatch(/aria-describedby="needs"[^]*<ul id="needs"[^]*6 to 128 characters[^]*a special character/);
    }
  });

  it('asks about API tokens only those who have any', async () => {
    const account = await givenSigner();
    const email = `new-${account.administrator.email}`;
    const { body } = await account.call('POST', '/agents', { name: 'Nia New', email, role: 'agent' });
    const holder = await findPasswordHolder(test.app.tx(), { id: body.id });
    const token = passwordToken(test.app.installation.vault, holder!, new Date(Date.now() + DAY));

    const { text } = await test.request('GET', `${PAGE}?reset_password_token=${token}`);

    expect(text).toContain('Nia New');
    expect(text).not.toContain('API tokens');
  });

  it('sets the password, and works once', async () => {
    const account = await givenSigner();
    const token = await givenToken(account);
    const fields = { reset_password_token: token, password: NEW, password_confirmation: NEW };

    const done = await submit(fields);
    const again = await submit(fields);
    const late = await test.request('GET', `${PAGE}?reset_password_token=${token}`);

    expect([done.status, again.status, late.status]).toEqual([200, 422, 422]);
    expect(done.text).toContain('The password is set');
    expect(done.text).toMatch(/<a href="[^"]+\/app">/);
    expect(done.text).not.toContain('your app');
    expect(done.text).toContain(account.administrator.email);
    expect(again.text).toContain('This link does not work');
    expect(late.text).not.toContain('<form');
    expect((await signIn(account, NEW)).status).toBe(200);
  });

  it('ends the API tokens too when the box is ticked, which stays so after a mistake', async () => {
    const account = await givenSigner();
    const reset_password_token = await givenToken(account);
    const fields = { reset_password_token, password: NEW, password_confirmation: NEW, revoke_access_tokens: 'true' };
    const box = '<input type="checkbox" name="revoke_access_tokens" value="true"';

    const asked = await test.request('GET', `${PAGE}?reset_password_token=${reset_password_token}`);
    const mistaken = await submit({ ...fields, password_confirmation: OLD });
    const before = await account.call('GET', '');
    const done = await submit(fields);

    expect(asked.text).toContain(`${box}>`);
    expect(mistaken.text).toContain(`${box} checked>`);
    expect([before.status, done.status, (await account.call('GET', '')).status]).toEqual([200, 200, 401]);
  });

  it('says what is wrong with a password, and asks again', async () => {
    const token = await givenToken(await givenSigner());

    const weak = await submit({ reset_password_token: token, password: 'weak', password_confirmation: 'weak' });
    const other = await submit({ reset_password_token: token, password: NEW, password_confirmation: OLD });

    expect([weak.status, other.status]).toEqual([422, 422]);
    expect(weak.text).toContain('<p class="problem" role="alert">The new password must have 6 to 128 characters');
    expect(weak.text).toContain('it needs more characters, an upper-case letter, a digit, a special character.</p>');
    expect(other.text).toContain('<p class="problem" role="alert">The two passwords are not the same.</p>');
    expect(weak.text + other.text).not.toMatch(/password_confirmation (must|can)/);
    expect(other.text).toContain(`value="${token}"`);
  });

  it('answers with a page also when the body cannot be read, or is too large', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const bodies = [
      { body: '{', headers: { 'content-type': 'application/json' } },
      { body: 'a'.repeat(9_000_000), headers },
    ];

    const answers = await Promise.all(bodies.map((options) => test.request('POST', PAGE, options)));

    expect(answers.map(({ status }) => status)).toEqual([400, 413]);
    for (const { headers, text } of answers) {
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).not.toContain('This link does not work');
    }
  });

  it('shows text from a link as text', async () => {
    const hostile = '"><script>alert(1)</script>';

    const asked = await test.request('GET', `${PAGE}?reset_password_token=${encodeURIComponent(hostile)}`);
    const sent = await submit({ reset_password_token: hostile, password: 'weak' });
    const none = await test.request('GET', PAGE);

    expect([asked.status, sent.status, none.status]).toEqual([422, 422, 422]);
    expect(asked.text + sent.text).not.toContain('<script>');
    expect(none.text).toContain('This link does not work');
  });
});

describe('requests for another password', () => {
  it('are limited for each address, as attempts to sign in are', async () => {
    const strict = await givenApp({ 'rate_limit.sign_ins_per_half_hour': '2' });
    const request = () => strict.request('POST', '/auth/password', { body: { email: 'ada@example.com' } });

    const statuses = [(await request()).status, (await request()).status, (await request()).status];
    await strict.stop();

    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('PUT /auth/password with session_cookie', () => {
  it('begins the session in a cookie, for pages of this server alone', async () => {
    const account = await givenSigner();
    const token = await givenToken(account);
    const body = { reset_password_token: token, password: NEW, session_cookie: true };
    const chooseFrom = (headers: Record<string, string>) => test.request('PUT', '/auth/password', { body, headers });

    const refused = await chooseFrom({ 'sec-fetch-site': 'cross-site' });
    const answer = await chooseFrom(OWN_PAGE);
    const headers = { ...OWN_PAGE, cookie: cookieIn(answer) };

    expect(refused.status).toBe(403);
    expect([answer.status, answer.headers.has('access-token')]).toEqual([200, false]);
    expect((await test.request('GET', '/api/v1/profile', { headers })).status).toBe(200);
  });
});
