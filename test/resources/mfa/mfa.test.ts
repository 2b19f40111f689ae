import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSession } from '../../../src/resources/sessions/open-session.ts';
import { sessionHeaders } from '../../../src/http/session/session-headers.ts';
import { passwordToken } from '../../../src/resources/auth/password-token.ts';
import { type Answer, givenApp, type TestApp } from '../../support/app.ts';
import { codeBySecret, givenAuthenticatorApp } from '../../support/identity/authenticator-app.ts';
import { cookieIn, OWN_PAGE, signInFor } from '../../support/identity/browser-session.ts';
import { givenAccount } from '../../support/factories.ts';
import { quickHash } from '../../support/quick-hash.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';

const PASSWORD = 'Correct-horse-1';
const PATH = '/api/v1/profile/mfa';
const passwordHash = quickHash(PASSWORD);

let server: MailServer;
let test: TestApp;
/** The time by which codes are made; it goes on by steps of 30 seconds. */
let now = new Date();
const later = (seconds = 30) => (now = new Date(now.getTime() + seconds * 1000));
beforeAll(async () => {
  server = await givenMailServer();
  test = await givenApp({ 'mail.smtp_url': server.url }, { now: () => now });
});
afterAll(async () => {
  await test.stop();
  await server.stop();
});

type Headers = Record<string, string>;
type User = { id: number; email: string; token: string; accountPath: string };

/** A user with a password, who is signed in. */
async function givenUser() {
  const account = await givenAccount(test);
  const { administrator } = account;
  const of = test.rows().updateTable('users').set({ password_hash: passwordHash }).where('id', '=', administrator.id);
  await of.execute();
  const user: User = { ...administrator, accountPath: account.path };
  return { user, account, headers: await sessionOf(user) };
}

async function sessionOf(user: { id: number; email: string }): Promise<Headers> {
  const { authorization: _, ...headers } = sessionHeaders(await openSession(test.app.tx(), user, now));
  return headers;
}

const call = (headers: Headers, method: string, path = '', body?: object) =>
  test.request(method, `${PATH}${path}`, { headers, body });
const statusOf = async (headers: Headers) => (await test.request('GET', '/api/v1/profile', { headers })).status;

/** A user with MFA on, their app and the codes that they noted. */
async function givenMfa() {
  const given = await givenUser();
  const begun = await call(given.headers, 'POST');
  const app = givenAuthenticatorApp(begun.body.provisioning_url);
  const { status, body } = await call(given.headers, 'POST', '/verify', { otp_code: app.code(now) });
  expect(status).toBe(200);
  later();
  return { ...given, app, codes: body.backup_codes as string[] };
}

const signIn = (body: object) => test.request('POST', '/auth/sign_in', { body });
const byPassword = (user: User, password = PASSWORD) => signIn({ email: user.email, password });
const tokenFor = async (user: User): Promise<string> => (await byPassword(user)).body.mfa_token;
const headersIn = ({ headers }: Answer) =>
  Object.fromEntries(['access-token', 'client', 'uid'].map((name) => [name, headers.get(name) ?? '']));
/** The statuses of attempts, one after the other. */
async function statusesOf(attempts: readonly (() => Promise<Answer>)[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const attempt of attempts) statuses.push((await attempt()).status);
  return statuses;
}

const isAuthenticator = (entry: { auditable_type: string }) => entry.auditable_type === 'Authenticator';

describe('switching MFA on', () => {
  it('takes an app that makes the right code, and gives ten backup codes', async () => {
    const { user, headers } = await givenUser();

    const before = await call(headers, 'GET');
    const begun = await call(headers, 'POST');
    const stillOff = await byPassword(user);
    const verified = await call(headers, 'POST', '/verify', { otp_code: codeBySecret(begun.body.secret, now) });

    expect(before.body).toEqual({
      feature_available: true,
      enabled: false,
      backup_codes_generated: false,
      backup_codes_left: 0,
    });
    expect(begun.body).toEqual({
      provisioning_url: `otpauth://totp/Parley:${encodeURIComponent(user.email)}?secret=${begun.body.secret}&issuer=Parley`,
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    });
    expect(stillOff.status).toBe(200);
    expect(verified.body).toEqual({ enabled: true, backup_codes: expect.any(Array) });
    expect(new Set(verified.body.backup_codes).size).toBe(10);
    expect(verified.body.backup_codes.every((code: string) => /^[a-z2-9]{8}$/.test(code))).toBe(true);
    expect((await call(headers, 'GET')).body).toEqual({
      feature_available: true,
      enabled: true,
      backup_codes_generated: true,
      backup_codes_left: 10,
    });
  });

  it('stores neither the secret nor the codes as they are', async () => {
    const { user, headers } = await givenUser();
    const { secret } = (await call(headers, 'POST')).body;
    const { backup_codes: codes } = (await call(headers, 'POST', '/verify', { otp_code: codeBySecret(secret, now) }))
      .body;

    const row = await test
      .rows()
      .selectFrom('authenticators')
      .selectAll()
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();

    const stored = JSON.stringify(row);
    for (const kept of [secret, ...codes]) expect(stored).not.toContain(kept);
  });

  it('ends the other sessions, keeps access tokens, and mails the user', async () => {
    const { user, headers } = await givenUser();
    const other = await sessionOf(user);
    const { secret } = (await call(headers, 'POST')).body;

    await call(headers, 'POST', '/verify', { otp_code: codeBySecret(secret, now) });

    expect([await statusOf(headers), await statusOf(other)]).toEqual([200, 401]);
    expect((await test.request('GET', '/api/v1/profile', { token: user.token })).status).toBe(200);
    const [mail] = await server.mailsTo(user.email);
    expect(mail?.email.subject).toBe('Signing in to Parley takes a code from now on');
  });

  it('is in the audit log, without the secret', async () => {
    const { account } = await givenMfa();

    const { body } = await account.call('GET', '/audit_logs');

    const entries = body.audit_logs.filter(isAuthenticator);
    expect(entries).toEqual([
      expect.objectContaining({
        action: 'update',
        username: account.administrator.email,
        audited_changes: expect.objectContaining({
          enabled_at: [null, expect.any(String)],
          backup_codes: ['[redacted]', '[redacted]'],
        }),
      }),
    ]);
  });

  it('begins anew with another secret until then, and not afterwards', async () => {
    const { headers } = await givenUser();
    const first = (await call(headers, 'POST')).body.secret;
    const second = (await call(headers, 'POST')).body.secret;

    const verify = (secret: string) => call(headers, 'POST', '/verify', { otp_code: codeBySecret(secret, now) });
    const statuses = await statusesOf([() => verify(first), () => verify(second), () => verify(second)]);
    const again = await call(headers, 'POST');

    expect(statuses).toEqual([422, 200, 422]);
    expect([again.status, again.body.error]).toEqual([422, 'MFA is already enabled']);
  });

  it('must be begun', async () => {
    const { headers } = await givenUser();

    const { status, body } = await call(headers, 'POST', '/verify', { otp_code: '123456' });

    expect([status, body.error]).toEqual([422, 'MFA is not enabled']);
  });

  it('needs a session, as all that changes it', async () => {
    const { user, app, codes } = await givenMfa();
    const token = { api_access_token: user.token };
    const code = { otp_code: app.code(now) };

    const answers = [
      await call(token, 'POST'),
      await call(token, 'POST', '/verify', code),
      await call(token, 'POST', '/backup_codes', { backup_code: codes[0] }),
      await call(token, 'DELETE', '', { password: PASSWORD, ...code }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(4).fill([404, 'Session not found']));
    expect((await call(token, 'GET')).body.enabled).toBe(true);
  });

  it('is for users who sign in with a password', async () => {
    const { headers, user } = await givenUser();
    await test.rows().updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute();

    const { status, body } = await call(headers, 'POST');

    expect([status, body.error, body.message]).toEqual([
      422,
      'MFA is not available',
      expect.stringContaining('POST /auth/password'),
    ]);
  });

  it('is for nobody who is signed in by the provider of an account, which could leave that behind', async () => {
    const { headers, user, account } = await givenUser();
    await test
      .rows()
      .insertInto('saml_users')
      .values({ user_id: user.id, account_id: account.id, created_at: now })
      .execute();

    expect((await call(headers, 'POST')).status).toBe(422);
  });
});

describe('signing in with MFA on', () => {
  it('answers the right password with 206 and no session, and the code with one', async () => {
    const { user, app } = await givenMfa();

    const asked = await byPassword(user);
    const entered = await signIn({ mfa_token: asked.body.mfa_token, otp_code: app.code(now) });

    expect([asked.status, asked.body]).toEqual([206, { mfa_required: true, mfa_token: expect.any(String) }]);
    expect(asked.headers.get('access-token')).toBeNull();
    expect([entered.status, entered.body.data.email]).toEqual([200, user.email]);
    expect(await statusOf(headersIn(entered))).toBe(200);
  });

  it('says of a wrong password what it always says', async () => {
    const { user } = await givenMfa();

    const { status, body } = await byPassword(user, 'Wrong-horse-1');

    expect([status, body.message]).toEqual([401, 'Invalid login credentials. Please try again.']);
  });

  it('takes codes of half a minute before and after, written with spaces too', async () => {
    const { user, app } = await givenMfa();
    later(300);
    const enter = async (code: string) => (await signIn({ mfa_token: await tokenFor(user), otp_code: code })).status;

    const statuses = [
      await enter(app.code(now, -2)),
      await enter(app.code(now, 2)),
      await enter(app.code(now, -1)),
      await enter(app.code(now)),
      await enter(app.code(now, 1).replace(/^.../, ' $& ')),
    ];

    expect(statuses).toEqual([400, 400, 200, 200, 200]);
  });

  it('takes each code once, and none that is older than one that was used', async () => {
    const { user, app } = await givenMfa();
    later(300);
    const enter = async (code: string) => {
      const { status, body } = await signIn({ mfa_token: await tokenFor(user), otp_code: code });
      return [status, body.error];
    };

    const first = await enter(app.code(now));

    expect(first).toEqual([200, undefined]);
    expect(await enter(app.code(now))).toEqual([400, 'Invalid verification code']);
    expect(await enter(app.code(now, -1))).toEqual([400, 'Invalid verification code']);
  });

  it('takes a code once also from two who send it at the same moment', async () => {
    const { user, app } = await givenMfa();
    const tokens = [await tokenFor(user), await tokenFor(user)];

    const answers = await Promise.all(tokens.map((mfa_token) => signIn({ mfa_token, otp_code: app.code(now) })));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('takes each backup code once, in any letter case', async () => {
    const { user, headers, codes, account } = await givenMfa();
    const enter = async (code: string) => (await signIn({ mfa_token: await tokenFor(user), backup_code: code })).status;

    const statuses = [await enter(` ${codes[0]!.toUpperCase()}`), await enter(codes[0]!), await enter('aaaaaaaa')];

    expect(statuses).toEqual([200, 400, 400]);
    expect((await call(headers, 'GET')).body.backup_codes_left).toBe(9);
    const { body } = await account.call('GET', '/audit_logs');
    expect(body.audit_logs).toContainEqual(
      expect.objectContaining({
        auditable_type: 'Authenticator',
        action: 'update',
        username: user.email,
        audited_changes: { backup_codes: ['[redacted]', '[redacted]'] },
      }),
    );
  });

  it('takes a token once, for five minutes, and as long as the password is the same', async () => {
    const { user, app } = await givenMfa();
    const used = await tokenFor(user);
    const enter = async (mfa_token: string) => {
      later();
      const { status, body } = await signIn({ mfa_token, otp_code: app.code(now) });
      return [status, body.error];
    };
    const REFUSED = [401, 'Invalid or expired MFA token'];

    expect(await enter(used)).toEqual([200, undefined]);
    expect(await enter(used)).toEqual(REFUSED);
    const old = await tokenFor(user);
    later(300);
    expect(await enter(old)).toEqual(REFUSED);
    const former = await tokenFor(user);
    await test
      .rows()
      .updateTable('users')
      .set({ password_hash: quickHash('Other-1!') })
      .where('id', '=', user.id)
      .execute();
    expect(await enter(former)).toEqual(REFUSED);
    expect(await enter(`${former.slice(0, -4)}AAAA`)).toEqual(REFUSED);
    expect(await enter('AAAA')).toEqual(REFUSED);
  });

  it('leaves the token good after a wrong code, which somebody may have mistyped', async () => {
    const { user, app } = await givenMfa();
    const mfa_token = await tokenFor(user);

    const statuses = await statusesOf([
      () => signIn({ mfa_token, otp_code: '00000' }),
      () => signIn({ mfa_token, otp_code: app.code(now) }),
    ]);

    expect(statuses).toEqual([400, 200]);
  });

  it('does not take the token of one user with the code of another', async () => {
    const [one, other] = [await givenMfa(), await givenMfa()];
    const mfa_token = await tokenFor(one.user);

    const statuses = await statusesOf([
      () => signIn({ mfa_token, otp_code: other.app.code(now) }),
      () => signIn({ mfa_token, backup_code: other.codes[0] }),
    ]);

    expect(statuses).toEqual([400, 400]);
  });

  it('asks for a code with the token', async () => {
    const { status, body } = await signIn({ mfa_token: 'AAAA' });

    expect([status, body.attributes]).toEqual([422, ['otp_code']]);
  });

  it('asks for a code also after the password was chosen anew by a mailed link', async () => {
    const { user, app } = await givenMfa();
    const until = new Date(now.getTime() + 60_000);
    const token = passwordToken(test.app.installation.vault, { ...user, passwordHash }, until);

    const chosen = await test.request('PUT', '/auth/password', {
      body: { reset_password_token: token, password: 'Battery-staple-2' },
    });
    const entered = await signIn({ mfa_token: chosen.body.mfa_token, otp_code: app.code(now) });

    expect([chosen.status, chosen.body.mfa_required, chosen.headers.get('access-token')]).toEqual([206, true, null]);
    expect(entered.status).toBe(200);
    expect((await byPassword(user, 'Battery-staple-2')).status).toBe(206);
  });
});

describe('switching MFA off', () => {
  it('takes the password and a code, and mails the user', async () => {
    const { user, headers, app, account } = await givenMfa();
    const off = (body: object) => call(headers, 'DELETE', '', body);

    const refused = [
      await off({ password: PASSWORD, otp_code: '000000' }),
      await off({ password: 'Wrong-horse-1', otp_code: app.code(now) }),
      await off({ otp_code: app.code(now) }),
      await off({ password: PASSWORD }),
    ];
    const done = await off({ password: PASSWORD, otp_code: app.code(now) });

    expect(refused.map(({ status, body }) => [status, body.error])).toEqual([
      [422, 'Invalid verification code'],
      [422, 'Invalid current password'],
      [422, 'Validation failed'],
      [422, 'Validation failed'],
    ]);
    expect([done.status, done.body]).toEqual([200, { enabled: false }]);
    expect((await byPassword(user)).status).toBe(200);
    const [, mail] = await server.mailsTo(user.email, 2);
    expect(mail?.email.subject).toBe('Signing in to Parley takes no code any more');
    const { body } = await account.call('GET', '/audit_logs');
    expect(body.audit_logs).toContainEqual(
      expect.objectContaining({ auditable_type: 'Authenticator', action: 'destroy', username: user.email }),
    );
  });

  it('takes a backup code where the app is lost', async () => {
    const { headers, codes } = await givenMfa();

    const { status } = await call(headers, 'DELETE', '', { password: PASSWORD, backup_code: codes[3] });

    expect(status).toBe(200);
    expect((await call(headers, 'GET')).body.enabled).toBe(false);
  });

  it('makes tokens worthless that wait for a code', async () => {
    const { user, headers, app, codes } = await givenMfa();
    const mfa_token = await tokenFor(user);
    await call(headers, 'DELETE', '', { password: PASSWORD, backup_code: codes[0] });

    expect((await signIn({ mfa_token, otp_code: app.code(now) })).status).toBe(401);
  });

  it('cannot be done where it is off', async () => {
    const { headers } = await givenUser();
    await call(headers, 'POST');

    const { status, body } = await call(headers, 'DELETE', '', { password: PASSWORD, otp_code: '123456' });

    expect([status, body.error]).toEqual([422, 'MFA is not enabled']);
  });
});

describe('POST /profile/mfa/backup_codes', () => {
  it('replaces the codes for who shows one', async () => {
    const { user, headers, app, codes } = await givenMfa();

    const wrong = await call(headers, 'POST', '/backup_codes', { otp_code: '000000' });
    const { status, body } = await call(headers, 'POST', '/backup_codes', { otp_code: app.code(now) });

    expect([wrong.status, wrong.body.error]).toEqual([422, 'Invalid verification code']);
    expect([status, body.backup_codes.length]).toEqual([200, 10]);
    const mfa_token = await tokenFor(user);
    const statuses = await statusesOf([
      () => signIn({ mfa_token, backup_code: codes[0] }),
      () => signIn({ mfa_token, backup_code: body.backup_codes[0] }),
    ]);
    expect(statuses).toEqual([400, 200]);
  });
});

describe('signing in with a code for a cookie', () => {
  it('sets the cookie with the code, and hands out no token', async () => {
    const { user, app } = await givenMfa();

    const first = await signInFor(test, { email: user.email, password: PASSWORD });
    const second = await signInFor(test, { mfa_token: first.body.mfa_token, otp_code: app.code(now) });

    expect([first.status, cookieIn(first)]).toEqual([206, '']);
    expect([second.status, second.headers.has('access-token')]).toEqual([200, false]);
    expect(await statusOf({ ...OWN_PAGE, cookie: cookieIn(second) })).toBe(200);
  });

  it('is refused for another site, and the code stays good', async () => {
    const { user, app } = await givenMfa();
    const body = { mfa_token: await tokenFor(user), otp_code: app.code(now) };

    const statuses = [
      (await signInFor(test, body, { 'sec-fetch-site': 'cross-site' })).status,
      (await signInFor(test, body)).status,
    ];

    expect(statuses).toEqual([403, 200]);
  });
});
