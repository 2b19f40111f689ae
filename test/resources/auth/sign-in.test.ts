import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { forgetSessions } from '../../../src/jobs/forget-sessions.ts';
import { findUserByPassword } from '../../../src/resources/auth/find-user-by-password.ts';
import { signIn as openSessionOf } from '../../../src/resources/auth/sign-in.ts';
import { openSession } from '../../../src/resources/sessions/open-session.ts';
import { type Answer, givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenBot, givenPlatformToken, type TestAccount } from '../../support/factories.ts';
import { quickHash } from '../../support/quick-hash.ts';

const PASSWORD = 'Correct-horse-1';
const DAY_SECONDS = 24 * 60 * 60;

const passwordHash = quickHash(PASSWORD);

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** An account whose administrator can sign in with a password. */
async function givenSigner() {
  const account = await givenAccount(test);
  const { id } = account.administrator;
  await test.rows().updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  return account;
}

const signIn = (email: unknown, password: unknown = PASSWORD) =>
  test.request('POST', '/auth/sign_in', { body: { email, password } });

const NAMES = ['access-token', 'token-type', 'client', 'expiry', 'uid'] as const;
const headersOf = ({ headers }: Answer) =>
  Object.fromEntries(NAMES.map((name) => [name, headers.get(name) ?? ''])) as Record<(typeof NAMES)[number], string>;

const signedIn = async (account: TestAccount) => headersOf(await signIn(account.administrator.email));
const profileWith = (headers: Record<string, string>) => test.request('GET', '/api/v1/profile', { headers });
const sessionsOf = (account: TestAccount) =>
  test.rows().selectFrom('sessions').selectAll().where('user_id', '=', account.administrator.id).execute();

describe('POST /auth/sign_in', () => {
  it('answers with the user, and with the session in the headers', async () => {
    const account = await givenSigner();

    const answer = await signIn(account.administrator.email.toUpperCase());

    expect(answer.status).toBe(200);
    const headers = headersOf(answer);
    expect(answer.body).toEqual({ data: (await profileWith(headers)).body });
    expect(headers).toEqual({
      'access-token': expect.stringMatching(/^[\w-]{32}$/),
      'token-type': 'Bearer',
      client: expect.stringMatching(/^[\w-]{32}$/),
      expiry: expect.stringMatching(/^\d{10}$/),
      uid: account.administrator.email,
    });
    expect(Number(headers.expiry) - Date.now() / 1000).toBeCloseTo(60 * DAY_SECONDS, -2);
    const bearer = answer.headers.get('authorization')!.replace('Bearer ', '');
    expect(JSON.parse(Buffer.from(bearer, 'base64').toString())).toEqual(headers);
  });

  it('stores no token that could be read from the database', async () => {
    const account = await givenSigner();

    const { 'access-token': token } = await signedIn(account);

    expect(JSON.stringify(await sessionsOf(account))).not.toContain(token);
  });

  it('says the same of a wrong password, of an unknown address and of a user without a password', async () => {
    const account = await givenSigner();
    const without = await givenAccount(test);

    const answers = [
      await signIn(account.administrator.email, 'Wrong-horse-1'),
      await signIn('nobody@example.com'),
      await signIn(without.administrator.email),
    ];

    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array(3).fill([
        401,
        {
          error: 'Unauthorized',
          message: 'Invalid login credentials. Please try again.',
          success: false,
          errors: ['Invalid login credentials. Please try again.'],
        },
      ]),
    );
    expect(answers.every(({ headers }) => headers.get('access-token') === null)).toBe(true);
  });

  it.each([
    [{}, ['email', 'password']],
    [{ email: 'ada@example.com' }, ['password']],
    [{ email: 'ada@example.com', password: '' }, ['password']],
    [{ email: '', password: PASSWORD }, ['email']],
    [{ email: 'ada@example.com', password: 7 }, ['password']],
    [{ email: 'ada@example.com', password: 'p'.repeat(257) }, ['password']],
  ])('refuses %j', async (body, attributes) => {
    const answer = await test.request('POST', '/auth/sign_in', { body });

    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      error: 'Validation failed',
      message: expect.any(String),
      attributes,
      success: false,
      errors: [expect.any(String)],
    });
  });

  it('opens no session with a password that is changed meanwhile', async () => {
    const account = await givenSigner();
    const { email, token } = account.administrator;
    const tx = test.app.tx();
    const signer = await findUserByPassword(tx, email, PASSWORD);
    const change = { password: 'Battery-staple-2', current_password: PASSWORD };
    await test.request('PATCH', '/api/v1/profile', { token, body: change });

    const late = openSessionOf(tx, signer, new Date());

    await expect(late).rejects.toMatchObject({ code: 'unauthorized', message: 'Unauthorized' });
    expect(await sessionsOf(account)).toEqual([]);
  });

  it('takes forms, but no files', async () => {
    const account = await givenSigner();
    const form = new FormData();
    form.set('email', account.administrator.email);
    form.set('password', PASSWORD);
    const withFile = new FormData();
    withFile.set('file', new Blob(['hello']), 'hello.txt');

    const answers = [
      await test.request('POST', '/auth/sign_in', { body: form }),
      await test.request('POST', '/auth/sign_in', { body: withFile }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 413]);
  });

  it('keeps 25 sessions of a user, the newest', async () => {
    const account = await givenSigner();
    const first = await signedIn(account);
    const second = await signedIn(account);
    const tx = test.app.tx();
    for (let count = 2; count < 25; count += 1) await openSession(tx, account.administrator, new Date());
    const before = (await profileWith(first)).status;

    const last = await signedIn(account);

    expect(await sessionsOf(account)).toHaveLength(25);
    expect([before, (await profileWith(first)).status]).toEqual([200, 401]);
    expect([(await profileWith(second)).status, (await profileWith(last)).status]).toEqual([200, 200]);
  });
});

describe('GET /auth/sign_in', () => {
  it('sends a browser to the page where people sign in', async () => {
    const { status, headers, text } = await test.request('GET', '/auth/sign_in');

    expect([status, text]).toEqual([302, '']);
    expect(headers.get('location')).toBe(`${test.app.installation.publicUrl}/app/login?error=access-denied`);
  });
});

describe('a session', () => {
  it('is as good as a token, in the account too', async () => {
    const account = await givenSigner();
    const headers = await signedIn(account);

    const profile = await profileWith(headers);
    const inAccount = await test.request('POST', `${account.path}/contacts`, { headers, body: { name: 'Carla' } });
    const bearer = Buffer.from(JSON.stringify(headers)).toString('base64');
    const inOne = await test.request('GET', account.path, { headers: { authorization: `Bearer ${bearer}` } });

    expect([profile.status, profile.body.id]).toEqual([200, account.administrator.id]);
    expect([inAccount.status, inOne.status]).toEqual([201, 200]);
  });

  it('gives no access to accounts of others, nor to the platform', async () => {
    const account = await givenSigner();
    const other = await givenAccount(test);
    const headers = await signedIn(account);

    const elsewhere = await test.request('GET', other.path, { headers });
    const platform = await test.request('GET', '/platform/api/v1/users', { headers });

    expect([elsewhere.status, elsewhere.body.error]).toEqual([404, 'Account not found']);
    expect([platform.status, platform.body.error]).toEqual([403, 'Access denied']);
  });

  it.each([
    ['access-token', () => 'A'.repeat(32)],
    ['client', () => 'A'.repeat(32)],
    ['uid', () => 'nobody@example.com'],
    ['access-token', () => ''],
    ['client', () => ''],
    ['uid', () => ''],
  ])('is invalid with another %s', async (name, value) => {
    const account = await givenSigner();
    const headers = await signedIn(account);

    const { status, body } = await profileWith({ ...headers, [name]: value() });

    expect([status, body.error]).toEqual([401, 'Unauthorized']);
  });

  it('is not mixed up with another user’s', async () => {
    const mine = await signedIn(await givenSigner());
    const theirs = await signedIn(await givenSigner());

    const answers = [
      await profileWith({ ...mine, uid: theirs.uid }),
      await profileWith({ ...mine, client: theirs.client }),
      await profileWith({ ...mine, 'access-token': theirs['access-token'] }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it.each(['{', '{}', '[]', 'e30=', Buffer.from('{"access-token":1,"client":[],"uid":{}}').toString('base64'), '{"'])(
    'is not read from %j',
    async (bearer) => {
      const { status } = await profileWith({ authorization: `Bearer ${bearer}` });

      expect(status).toBe(401);
    },
  );

  it('ends with its time, and is removed', async () => {
    const account = await givenSigner();
    const [ended, going] = [await signedIn(account), await signedIn(account)];
    const past = new Date(Date.now() - 1);
    await test.rows().updateTable('sessions').set({ expires_at: past }).where('client', '=', ended.client).execute();

    const statuses = [(await profileWith(ended)).status, (await profileWith(going)).status];
    await forgetSessions(test.app, new Date());

    expect(statuses).toEqual([401, 200]);
    expect((await sessionsOf(account)).map(({ client }) => client)).toEqual([going.client]);
  });

  it('stores when it was last used', async () => {
    const account = await givenSigner();
    const headers = await signedIn(account);
    await test
      .rows()
      .updateTable('sessions')
      .set({ last_used_at: new Date(0) })
      .execute();

    await profileWith(headers);

    const [session] = await sessionsOf(account);
    expect(session!.last_used_at.getTime()).toBeCloseTo(Date.now(), -5);
  });

  it('repeats an answer to the same Idempotency-Key, but not to another session', async () => {
    const account = await givenSigner();
    const [one, other] = [await signedIn(account), await signedIn(account)];
    const create = (headers: object) =>
      test.request('POST', `${account.path}/contacts`, {
        headers: { ...headers, 'idempotency-key': 'once' },
        body: { name: 'Carla' },
      });

    const [first, again, others] = [await create(one), await create(one), await create(other)];

    expect([first.status, again.body.id, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      first.body.id,
      'true',
    ]);
    expect(others.body.id).not.toBe(first.body.id);
  });

  it('can reset the token of its user, whose former tokens are invalid then', async () => {
    const account = await givenSigner();
    const headers = await signedIn(account);

    const { status, body } = await test.request('POST', '/api/v1/profile/reset_access_token', { headers });

    expect(status).toBe(200);
    expect((await test.request('GET', account.path, { token: body.access_token })).status).toBe(200);
    expect((await account.call('GET', '')).status).toBe(401);
    expect((await profileWith(headers)).status).toBe(200);
  });
});

describe('GET /auth/validate_token', () => {
  it('answers whose session it is', async () => {
    const account = await givenSigner();
    const headers = await signedIn(account);

    const { status, body } = await test.request('GET', '/auth/validate_token', { headers });

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      payload: {
        success: true,
        data: { ...(await profileWith(headers)).body, created_at: expect.stringMatching(/^\d{4}-.*Z$/) },
      },
    });
  });

  it('is refused without a session, in Chatwoot’s words too', async () => {
    const { status, body } = await test.request('GET', '/auth/validate_token');

    expect([status, body]).toEqual([
      401,
      { error: 'Unauthorized', message: expect.any(String), success: false, errors: [expect.any(String)] },
    ]);
  });
});

describe('DELETE /auth/sign_out', () => {
  it('ends this session, and no other', async () => {
    const account = await givenSigner();
    const [one, other] = [await signedIn(account), await signedIn(account)];

    const { status, body } = await test.request('DELETE', '/auth/sign_out', { headers: one });

    expect([status, body]).toEqual([200, { success: true }]);
    expect([(await profileWith(one)).status, (await profileWith(other)).status]).toEqual([401, 200]);
  });

  it('finds none for a token, which stays valid', async () => {
    const account = await givenSigner();
    const { token } = account.administrator;

    const { status, body } = await test.request('DELETE', '/auth/sign_out', { token });

    expect([status, body.error, body.success]).toEqual([404, 'Session not found', false]);
    expect((await account.call('GET', '')).status).toBe(200);
  });

  it('is not for bots, programs of the platform, or callers without a token', async () => {
    const account = await givenAccount(test);
    const bot = await givenBot(test, account);

    const answers = await Promise.all(
      [bot.token, await givenPlatformToken(test), null].map((token) =>
        test.request('DELETE', '/auth/sign_out', { token }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 401]);
  });
});

describe('POST /api/v1/auth/saml_login', () => {
  it.each([
    [{ email: 'ada@example.com' }, 403, 'SAML SSO login is not enabled'],
    [{}, 400, 'Invalid parameters'],
    [{ email: ' ' }, 400, 'Invalid parameters'],
    [{ email: 'ada' }, 422, 'Validation failed'],
  ])('%j: %i %s', async (body, status, error) => {
    const answer = await test.request('POST', '/api/v1/auth/saml_login', { body });

    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });
});
