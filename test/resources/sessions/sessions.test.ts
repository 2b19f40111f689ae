import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';
import { quickHash } from '../../support/quick-hash.ts';

const PASSWORD = 'Correct-horse-1';
const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:128.0) Gecko/20100101 Firefox/128.0';

const passwordHash = quickHash(PASSWORD);

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const PATH = '/api/v1/profile/sessions';
type Headers = Record<string, string>;

async function givenSigner(of: (account: TestAccount) => { id: number; email: string } = (a) => a.administrator) {
  const account = await givenAccount(test);
  const user = of(account);
  await test.rows().updateTable('users').set({ password_hash: passwordHash }).where('id', '=', user.id).execute();
  return { ...user, account, token: account.administrator.token };
}

/** The headers of a new session. */
async function signIn({ email }: { email: string }, userAgent = FIREFOX, password = PASSWORD): Promise<Headers> {
  const { headers } = await test.request('POST', '/auth/sign_in', {
    body: { email, password },
    headers: { 'user-agent': userAgent },
  });
  return Object.fromEntries(['access-token', 'client', 'uid'].map((name) => [name, headers.get(name) ?? '']));
}

const list = (headers: Headers) => test.request('GET', PATH, { headers });
const end = (headers: Headers, id: number | '') =>
  test.request('DELETE', id === '' ? PATH : `${PATH}/${id}`, { headers });

describe('GET /profile/sessions', () => {
  it('shows where the user is signed in, the one used last first', async () => {
    const user = await givenSigner();
    const first = await signIn(user, 'curl/8.5.0');
    const second = await signIn(user);
    await test
      .rows()
      .updateTable('sessions')
      .set({ last_used_at: new Date(0) })
      .where('client', '=', first['client']!)
      .execute();

    const { status, body, text } = await list(second);

    const unknown = { city: null, country: null, country_code: null, device_name: null };
    const times = { created_at: expect.any(String), last_activity_at: expect.any(String) };
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: expect.any(Number),
        browser_name: 'Firefox',
        browser_version: '128.0',
        platform_name: 'macOS',
        platform_version: '10.15',
        ip_address: '127.0.0.1',
        current: true,
        ...unknown,
        ...times,
      },
      {
        id: expect.any(Number),
        browser_name: 'curl',
        browser_version: '8.5.0',
        platform_name: null,
        platform_version: null,
        ip_address: '127.0.0.1',
        current: false,
        ...unknown,
        ...times,
      },
    ]);
    for (const secret of [first, second]) expect(text).not.toContain(secret['access-token']);
  });

  it('leaves out what has expired, and keeps a long name short', async () => {
    const user = await givenSigner();
    const gone = await signIn(user);
    const headers = await signIn(user, 'x'.repeat(5000));
    await test
      .rows()
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('client', '=', gone['client']!)
      .execute();

    const { body } = await list(headers);

    expect(body).toMatchObject([{ browser_name: null, current: true }]);
    const [row] = await test
      .rows()
      .selectFrom('sessions')
      .select('user_agent')
      .where('client', '=', headers['client']!)
      .execute();
    expect(row!.user_agent).toHaveLength(255);
  });

  it('is answered with 401 that says so when the session has expired', async () => {
    const headers = await signIn(await givenSigner());
    await test
      .rows()
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('client', '=', headers['client']!)
      .execute();

    const { status, body } = await list(headers);

    expect([status, body.message]).toEqual([401, 'this session has expired: sign in again']);
  });
});

describe('DELETE /profile/sessions/{id}', () => {
  it('ends a session at once, and once', async () => {
    const user = await givenSigner();
    const [lost, mine] = [await signIn(user), await signIn(user)];
    const { id } = (await list(mine)).body.find(({ current }: { current: boolean }) => !current);

    const answers = await Promise.all([end(mine, id), end(mine, id), end(mine, id)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    expect([(await list(lost)).status, (await list(mine)).body]).toEqual([
      401,
      [expect.objectContaining({ current: true })],
    ]);
  });

  it('refuses to end the session of the request', async () => {
    const headers = await signIn(await givenSigner());
    const [{ id }] = (await list(headers)).body;

    const { status, body } = await end(headers, id);

    expect([status, body.message]).toEqual([422, expect.stringContaining('DELETE /auth/sign_out')]);
    expect((await list(headers)).status).toBe(200);
  });

  it("does not find another user's session", async () => {
    const user = await givenSigner();
    const theirs = await signIn(user);
    const [{ id }] = (await list(theirs)).body;
    const colleague = await givenAgent(test, user.account);
    const other = await givenAccount(test);

    for (const { token } of [colleague, other.administrator]) {
      const { status, body } = await test.request('DELETE', `${PATH}/${id}`, { token });

      expect([status, body.error]).toEqual([404, 'Session not found']);
      expect((await test.request('GET', PATH, { token })).body).toEqual([]);
      expect((await test.request('DELETE', PATH, { token })).status).toBe(200);
    }
    expect((await list(theirs)).status).toBe(200);
  });
});

describe('DELETE /profile/sessions', () => {
  it('ends all but the session of the request', async () => {
    const user = await givenSigner();
    const [first, second, mine] = [await signIn(user), await signIn(user), await signIn(user)];

    const { status } = await end(mine, '');

    const after = await Promise.all([first, second, mine].map(list));
    expect([status, ...after.map((answer) => answer.status)]).toEqual([200, 401, 401, 200]);
  });

  it('ends all of them with a token, which stays', async () => {
    const user = await givenSigner();
    const headers = await signIn(user);

    await test.request('DELETE', PATH, { token: user.token });

    const profile = await test.request('GET', '/api/v1/profile', { token: user.token });
    expect([(await list(headers)).status, profile.status]).toEqual([401, 200]);
  });
});
