import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { findPasswordHolder } from '../../../src/resources/auth/password-holders.ts';
import { passwordToken } from '../../../src/resources/auth/password-token.ts';
import { DAY } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent } from '../../support/factories.ts';
import { cookieIn, OWN_PAGE } from '../../support/identity/browser-session.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';

const PASSWORD = 'Correct-horse-1';

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

/** Someone who was invited to an account, and has read the mail. */
async function givenInvited() {
  const account = await givenAccount(test);
  const email = `${randomUUID()}@example.com`;
  const { body } = await account.call('POST', '/agents', { name: 'Gus', email, role: 'agent' });
  const [mail] = await server.mailsTo(email);
  return { account, id: body.id as number, email, token: tokenIn(mail?.email.text) };
}

const tokenIn = (text = '') => /reset_password_token=(\S+)/.exec(text)?.[1] ?? '';
const confirm = (token: unknown) => test.request('POST', '/auth/confirmation', { body: { confirmation_token: token } });
const resend = (body: object) => test.request('POST', '/resend_confirmation', { body });
const choose = (token: string) =>
  test.request('PUT', '/auth/password', { body: { reset_password_token: token, password: PASSWORD } });

async function expiredToken(id: number): Promise<string> {
  const holder = await findPasswordHolder(test.app.tx(), { id });
  return passwordToken(test.app.installation.vault, holder!, new Date(Date.now() - DAY));
}

const refusal = (error: string) => ({
  error,
  message: expect.any(String),
  attributes: ['confirmation_token'],
  redirect_url: '/',
  success: false,
  errors: [expect.any(String)],
});

describe('POST /auth/confirmation', () => {
  it('signs in with the token of the mail that welcomes an agent', async () => {
    const { account, id, email, token } = await givenInvited();

    const { status, body, headers } = await confirm(token);

    expect([status, body.data]).toEqual([200, expect.objectContaining({ id, email })]);
    const session = Object.fromEntries(
      ['access-token', 'client', 'uid'].map((name) => [name, headers.get(name) ?? '']),
    );
    expect((await test.request('GET', account.path, { headers: session })).status).toBe(200);
  });

  it('leaves the choice of a password to the same token, which ends the session', async () => {
    const { token } = await givenInvited();
    const { headers } = await confirm(token);
    const session = Object.fromEntries(
      ['access-token', 'client', 'uid'].map((name) => [name, headers.get(name) ?? '']),
    );

    const chosen = await choose(token);

    expect(chosen.status).toBe(200);
    expect((await test.request('GET', '/api/v1/profile', { headers: session })).status).toBe(401);
  });

  it('says when there is a password already', async () => {
    const { id, token } = await givenInvited();
    await choose(token);
    const holder = await findPasswordHolder(test.app.tx(), { id });
    const later = passwordToken(test.app.installation.vault, holder!, new Date(Date.now() + DAY));

    const answers = [await confirm(token), await confirm(later)];

    expect(answers.map(({ status }) => status)).toEqual([422, 422]);
    expect(answers.map(({ body }) => body)).toEqual(Array(2).fill(refusal('Already confirmed')));
    expect(answers.every(({ headers }) => headers.get('access-token') === null)).toBe(true);
  });

  it('refuses other tokens', async () => {
    const { id, token } = await givenInvited();
    const gone = await givenInvited();
    await test.rows().deleteFrom('users').where('id', '=', gone.id).execute();
    const moved = await givenInvited();
    await test
      .rows()
      .updateTable('users')
      .set({ email: `new-${moved.email}` })
      .where('id', '=', moved.id)
      .execute();

    const answers = await Promise.all(
      ['nonsense', `${token}A`, await expiredToken(id), gone.token, moved.token].map((each) => confirm(each)),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(422));
    expect(answers.map(({ body }) => body)).toEqual(Array(5).fill(refusal('Invalid token')));
  });

  it.each([{}, { confirmation_token: '' }, { confirmation_token: 7 }, { confirmation_token: 'a'.repeat(1001) }])(
    'refuses %j',
    async (body) => {
      const answer = await test.request('POST', '/auth/confirmation', { body });

      expect([answer.status, answer.body.attributes]).toEqual([422, ['confirmation_token']]);
    },
  );
});

describe('POST /resend_confirmation', () => {
  it('sends the mail that welcomes an agent again', async () => {
    const { email } = await givenInvited();

    const { status, text } = await resend({ email: email.toUpperCase() });
    const mails = await server.mailsTo(email, 2);

    expect([status, text]).toEqual([200, '']);
    expect(mails[1]?.email.subject).toBe(mails[0]?.email.subject);
    expect(mails[1]?.email.text).toContain('Ada Admin has made you an agent of Acme.');
    expect((await confirm(tokenIn(mails[1]?.email.text))).status).toBe(200);
  });

  it('answers the same to everybody, and writes only to people without a password who were invited', async () => {
    const account = await givenAccount(test);
    const settled = await givenInvited();
    await choose(settled.token);
    const member = await givenAgent(test, account);
    const invited = await givenInvited();

    const answers = [];
    for (const email of ['nobody@example.com', settled.email, member.email, invited.email]) {
      answers.push(await resend({ user: { email } }));
    }
    await server.mailsTo(invited.email, 2);

    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(4).fill([200, '']));
    const settledMails = server.arrived.filter(({ to }) => to.includes(settled.email));
    expect(settledMails).toHaveLength(1);
    expect(server.arrived.filter(({ to }) => to.includes(member.email) || to.includes('nobody@example.com'))).toEqual(
      [],
    );
  });

  it.each([
    ['no address', {}, "email can't be blank"],
    ['what is no address', { email: 'ada' }, 'email is not an e-mail address'],
  ])('refuses %s', async (_, body, message) => {
    const answer = await resend(body);

    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ error: 'Validation failed', message, attributes: ['email'] });
  });
});

describe('where the installation asks for a captcha', () => {
  it('sends nothing without one that was passed', async () => {
    const guarded = await givenApp({
      'signup.hcaptcha_secret': 'secret',
      'signup.hcaptcha_url': 'http://127.0.0.1:9/',
    });

    const answers = [
      await guarded.request('POST', '/resend_confirmation', { body: { email: 'ada@example.com' } }),
      await guarded.request('POST', '/resend_confirmation', {
        body: { email: 'ada@example.com', h_captcha_client_response: 'forged' },
      }),
    ];
    const jobs = await guarded.rows().selectFrom('jobs').select('id').where('kind', '=', 'welcome_again').execute();
    await guarded.stop();

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(2).fill([422, 'Invalid Captcha']));
    expect(jobs).toEqual([]);
  });
});

describe('the limit of attempts', () => {
  it('counts these requests, too', async () => {
    const limited = await givenApp({ 'rate_limit.sign_ins_per_half_hour': '1' });

    const statuses = [];
    for (const path of ['/auth/confirmation', '/auth/confirmation', '/resend_confirmation', '/resend_confirmation']) {
      statuses.push((await limited.request('POST', path, { body: {} })).status);
    }
    await limited.stop();

    expect(statuses).toEqual([422, 429, 422, 429]);
  });
});

describe('POST /auth/confirmation with session_cookie', () => {
  it('begins the session in a cookie, for pages of this server alone', async () => {
    const { id, token } = await givenInvited();
    const body = { confirmation_token: token, session_cookie: true };
    const confirmFrom = (headers: Record<string, string>) =>
      test.request('POST', '/auth/confirmation', { body, headers });

    const refused = await confirmFrom({ 'sec-fetch-site': 'cross-site' });
    const answer = await confirmFrom(OWN_PAGE);
    const headers = { ...OWN_PAGE, cookie: cookieIn(answer) };

    expect(refused.status).toBe(403);
    expect([answer.status, answer.headers.has('access-token')]).toEqual([200, false]);
    expect((await test.request('GET', '/api/v1/profile', { headers })).body.id).toBe(id);
  });
});
