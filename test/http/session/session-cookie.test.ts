import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSession } from '../../../src/resources/sessions/open-session.ts';
import { sessionHeaders } from '../../../src/http/session/session-headers.ts';
import { createLoginLink } from '../../../src/resources/auth/login-link.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import {
  cookieIn,
  givenBrowser,
  givenPassword,
  OWN_PAGE,
  PASSWORD,
  signInFor,
} from '../../support/identity/browser-session.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';

const ELSEWHERE = 'https://elsewhere.example';
const TOKEN_HEADERS = ['access-token', 'client', 'uid', 'authorization', 'expiry'];

let test: TestApp;
let account: TestAccount;
/** The cookie of the administrator's session. */
let cookie: string;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  cookie = await givenBrowser(test, account.administrator);
});
afterAll(() => test.stop());

type Headers = Record<string, string>;
const whoAmI = (headers: Headers) => test.request('GET', '/api/v1/profile', { headers });
const rename = (headers: Headers) =>
  test.request('PATCH', '/api/v1/profile', { headers, body: { profile: { display_name: 'Ada' } } });
const statusOf = async (headers: Headers) => (await whoAmI(headers)).status;

describe('POST /auth/sign_in with session_cookie', () => {
  it('sets a cookie out of reach of scripts, and hands out no token', async () => {
    const answer = await signInFor(test, { email: account.administrator.email, password: PASSWORD });

    const [value, ...attributes] = answer.headers.get('set-cookie')!.split('; ');
    expect(answer.status).toBe(200);
    expect(value).toMatch(/^parley=\d+\.[\w-]{43}$/);
    expect(attributes).toEqual(['Path=/', `Max-Age=${60 * 24 * 60 * 60}`, 'HttpOnly', 'SameSite=Lax']);
    expect(TOKEN_HEADERS.filter((name) => answer.headers.has(name))).toEqual([]);
    expect(answer.text).not.toContain(value!.split('.')[1]);
    expect(answer.body).toEqual({ data: (await whoAmI({ ...OWN_PAGE, cookie: value! })).body });
  });

  it('has nothing stored by which the cookie could be made again', async () => {
    const rows = await test.rows().selectFrom('sessions').selectAll().execute();

    expect(JSON.stringify(rows)).not.toContain(cookie.split('.')[1]);
  });

  it('sets none where the headers of an app are asked for', async () => {
    const answer = await signInFor(test, {
      session_cookie: false,
      email: account.administrator.email,
      password: PASSWORD,
    });

    expect([answer.headers.has('set-cookie'), answer.headers.has('access-token')]).toEqual([false, true]);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['another site, in a browser that names its origin alone', { origin: ELSEWHERE }],
    ['a page without an origin', { origin: 'null' }],
    ['a program, which has the headers', {}],
  ])('refuses %s, before it looks at the password', async (_, headers: Headers) => {
    const answers = [
      await signInFor(test, { email: account.administrator.email, password: PASSWORD }, headers),
      await signInFor(test, { email: account.administrator.email, password: 'Wrong-horse-1' }, headers),
    ];

    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
      Array(2).fill([403, 'session_cookie is for pages of this server only']),
    );
    expect(answers.some((answer) => answer.headers.has('set-cookie'))).toBe(false);
  });

  it('takes the link that signs in once', async () => {
    const agent = await givenAgent(test, account);
    const link = new URL(await createLoginLink(test.app.tx(), agent, new Date()));

    const answer = await signInFor(test, Object.fromEntries(link.searchParams));

    expect((await whoAmI({ ...OWN_PAGE, cookie: cookieIn(answer) })).body.id).toBe(agent.id);
    expect(TOKEN_HEADERS.filter((name) => answer.headers.has(name))).toEqual([]);
  });
});

describe('the cookie of a session', () => {
  it.each([
    ['a page of this server', OWN_PAGE],
    ['a page whose browser names its origin alone', () => ({ origin: test.url })],
    ['a page at the address that the request names', { origin: 'http://chat.test', host: 'chat.test' }],
    ['a page that a proxy with TLS brings here', { origin: 'https://chat.test', host: 'chat.test' }],
  ])('is taken from %s, for reading and writing', async (_, given) => {
    const headers: Headers = { ...(typeof given === 'function' ? given() : given), cookie };

    expect([await statusOf(headers), (await rename(headers)).status]).toEqual([200, 200]);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another site that names the origin of this server', { 'sec-fetch-site': 'cross-site', origin: 'own' }],
    ['a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['an address that somebody typed', { 'sec-fetch-site': 'none' }],
    ['another site, in a browser that names its origin alone', { origin: ELSEWHERE }],
    ['another port of this host', { origin: 'http://127.0.0.1:9' }],
    ['a page without an origin', { origin: 'null' }],
    ['an origin that begins as this one', { origin: 'own.elsewhere.example' }],
  ])('counts as absent from %s', async (_, given: Headers) => {
    const headers: Headers = { ...given, ...(given['origin'] && { origin: given['origin'].replace('own', test.url) }) };

    const answers = [await whoAmI({ ...headers, cookie }), await rename({ ...headers, cookie })];

    const absent = await whoAmI(headers);
    expect(absent.status).toBe(401);
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([401, absent.body]));
  });

  it('reads, and writes nothing, where the browser says nothing of where the request is from', async () => {
    expect([await statusOf({ cookie }), (await rename({ cookie })).status]).toEqual([200, 401]);
  });

  it('gives way to the credentials of a program, valid or not', async () => {
    const agent = await givenAgent(test, account);
    const { authorization: _, ...session } = sessionHeaders(await openSession(test.app.tx(), agent, new Date()));
    const own = { ...OWN_PAGE, cookie };

    const found = [
      await whoAmI({ ...own, api_access_token: agent.token }),
      await whoAmI({ ...own, authorization: `Bearer ${agent.token}` }),
      await whoAmI({ ...own, ...session }),
    ];

    expect(found.map(({ body }) => body.id)).toEqual([agent.id, agent.id, agent.id]);
    expect(await statusOf({ ...own, api_access_token: 'A'.repeat(32) })).toBe(401);
    expect(await statusOf({ ...own, ...session, 'access-token': 'A'.repeat(32) })).toBe(401);
  });

  it('stays beside the password that a proxy asks for', async () => {
    expect(await statusOf({ ...OWN_PAGE, cookie, authorization: 'Basic dTpw' })).toBe(200);
  });

  it('is found among others', async () => {
    expect(await statusOf({ ...OWN_PAGE, cookie: `a=1;${cookie};parley_browser=x; parleyx=y` })).toBe(200);
  });

  it.each([
    ['two of the name', (own: string) => `${own}; parley=1.${'A'.repeat(43)}`],
    ['two of the name, of which the other comes first', (own: string) => `parley=x; ${own}`],
    ['the same twice', (own: string) => `${own}; ${own}`],
    ['a longer secret', (own: string) => `${own}A`],
    ['a secret of another session', (own: string) => own.replace(/\.[\w-]{43}/, `.${'A'.repeat(43)}`)],
    ['another number', (own: string) => own.replace(/=(\d+)/, '=9$1')],
    ['a number that no row has', (own: string) => own.replace(/=\d+/, '=9999999999')],
    ['no number', (own: string) => own.replace(/=\d+\./, '=')],
    ['no secret', (own: string) => own.replace(/\.[\w-]+/, '.')],
    ['nothing', () => 'parley='],
    ['quotes', (own: string) => own.replace(/=(.*)/, '="$1"')],
    ['the name of a server with TLS', (own: string) => `__Host-${own}`],
    ['8,000 characters', () => `parley=1.${'A'.repeat(8000)}`],
    ['1,000 of the name', (own: string) => `${own}; ${'parley=; '.repeat(1000)}`],
    ['bytes that are no text', (own: string) => `${own}\u00ff`],
  ])('is none with %s', async (_, change) => {
    expect(await statusOf({ ...OWN_PAGE, cookie: change(cookie) })).toBe(401);
  });

  it('of another installation is none here', async () => {
    const other = await givenApp({}, { isShared: false });
    const foreign = await givenBrowser(other, (await givenAccount(other)).administrator);
    await other.stop();

    expect(await statusOf({ ...OWN_PAGE, cookie: foreign })).toBe(401);
  });

  it('is not worth the headers of an app', async () => {
    const [, id, secret] = /=(\d+)\.(.*)/.exec(cookie)!;
    const { email } = account.administrator;

    const headers = { ...OWN_PAGE, 'access-token': secret!, client: id!, uid: email };

    expect(await statusOf(headers)).toBe(401);
    expect(await statusOf({ ...OWN_PAGE, api_access_token: secret! })).toBe(401);
  });

  it('shows the session among those of the user, as the one of the request', async () => {
    const agent = await givenAgent(test, account);
    const own = { ...OWN_PAGE, cookie: await givenBrowser(test, agent), 'user-agent': 'curl/8.5.0' };

    const { body } = await test.request('GET', '/api/v1/profile/sessions', { headers: own });

    expect(body).toMatchObject([{ current: true, ip_address: '127.0.0.1' }]);
  });

  it('opens no account that the user does not belong to, nor the Platform API', async () => {
    const other = await givenAccount(test);
    const own = { headers: { ...OWN_PAGE, cookie } };

    expect((await test.request('GET', `/api/v1/accounts/${other.id}`, own)).status).toBe(404);
    expect((await test.request('GET', '/platform/api/v1/users/1', own)).status).toBe(401);
  });

  it('has a user who is signed in make another account', async () => {
    const open = await givenApp({ 'signup.enabled': 'true' });
    const { administrator } = await givenAccount(open);
    const own = { ...OWN_PAGE, cookie: await givenBrowser(open, administrator) };
    const signUp = (headers: Headers) =>
      open.request('POST', '/api/v1/accounts', { headers, body: { account_name: 'Second' } });

    const answers = [await signUp(own), await signUp({ ...own, 'sec-fetch-site': 'cross-site' })];
    await open.stop();

    expect(answers.map(({ status }) => status < 300)).toEqual([true, false]);
    expect(answers[1]!.status).toBe(400);
    expect(answers[0]!.body.data.id).toBe(administrator.id);
  });

  it('identifies nobody where contacts, visitors and readers call', async () => {
    const limited = await givenApp({ 'rate_limit.requests_per_minute': '3' });
    const limitedAccount = await givenAccount(limited);
    const own = { ...OWN_PAGE, cookie: await givenBrowser(limited, limitedAccount.administrator) };
    const survey = (headers: Headers) =>
      limited.request('GET', '/public/api/v1/csat_survey/unknown', { headers }).then(({ status }) => status);
    const anonymous = [];
    while (anonymous.at(-1) !== 429) anonymous.push(await survey({}));

    const answers = [await survey(own), (await limited.request('GET', '/api/v1/profile', { headers: own })).status];
    await limited.stop();

    expect(answers).toEqual([429, 200]);
  });
});

describe('DELETE /auth/sign_out with the cookie', () => {
  it('ends the session, and takes the cookie out of the browser', async () => {
    const own = { ...OWN_PAGE, cookie: await givenBrowser(test, await givenAgent(test, account)) };

    const { status, headers } = await test.request('DELETE', '/auth/sign_out', { headers: own });

    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toBe('parley=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
    expect([await statusOf(own), (await rename(own)).status]).toEqual([401, 401]);
  });

  it('is not done for another site', async () => {
    const own = await givenBrowser(test, await givenAgent(test, account));

    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: ELSEWHERE }, {}] as Headers[]) {
      const answer = await test.request('DELETE', '/auth/sign_out', { headers: { ...headers, cookie: own } });
      expect([answer.status, answer.headers.has('set-cookie')]).toEqual([401, false]);
    }
    expect(await statusOf({ ...OWN_PAGE, cookie: own })).toBe(200);
  });

  it('leaves the cookie alone where an app signs out', async () => {
    const agent = await givenAgent(test, account);
    const { authorization: _, ...session } = sessionHeaders(await openSession(test.app.tx(), agent, new Date()));

    const answer = await test.request('DELETE', '/auth/sign_out', { headers: { ...OWN_PAGE, ...session, cookie } });

    expect([answer.status, answer.headers.has('set-cookie')]).toEqual([200, false]);
    expect(await statusOf({ ...OWN_PAGE, cookie })).toBe(200);
  });
});

describe('a cookie is worth nothing any more', () => {
  async function given() {
    const agent = await givenAgent(test, account);
    const own = { ...OWN_PAGE, cookie: await givenBrowser(test, agent) };
    return { agent, own };
  }

  it('once its session was ended from elsewhere', async () => {
    const { agent, own } = await given();
    await test.request('DELETE', '/api/v1/profile/sessions', { token: agent.token });

    expect(await statusOf(own)).toBe(401);
  });

  it('once the password has changed', async () => {
    const { agent, own } = await given();
    const body = { password: 'Battery-staple-2', current_password: PASSWORD };
    await test.request('PATCH', '/api/v1/profile', { token: agent.token, body });

    expect(await statusOf(own)).toBe(401);
  });

  it('once it has expired, which the answer says', async () => {
    const { agent, own } = await given();
    await test.rows().updateTable('sessions').set({ expires_at: new Date() }).where('user_id', '=', agent.id).execute();

    const { status, body } = await whoAmI(own);

    expect([status, body.message]).toEqual([401, 'this session has expired: sign in again']);
  });

  it('once its user is gone', async () => {
    const { agent, own } = await given();
    await test.rows().deleteFrom('users').where('id', '=', agent.id).execute();

    expect(await statusOf(own)).toBe(401);
  });

  it('in an account that is suspended', async () => {
    const suspended = await givenAccount(test);
    const own = { ...OWN_PAGE, cookie: await givenBrowser(test, suspended.administrator) };
    await test.rows().updateTable('accounts').set({ status: 'suspended' }).where('id', '=', suspended.id).execute();

    const { status, body } = await test.request('GET', `/api/v1/accounts/${suspended.id}`, { headers: own });

    expect([status, body.error]).toEqual([401, 'Account is suspended']);
    expect(await statusOf(own)).toBe(200);
  });
});

describe('a change of the own address or password', () => {
  it('leaves the session of the request as it is', async () => {
    const agent = await givenAgent(test, account);
    const own = { ...OWN_PAGE, cookie: await givenBrowser(test, agent) };
    const body = { password: 'Battery-staple-2', current_password: PASSWORD };

    const { status, headers } = await test.request('PATCH', '/api/v1/profile', { headers: own, body });

    expect([status, headers.has('access-token'), await statusOf(own)]).toEqual([200, false, 200]);
  });
});

describe('a server with TLS', () => {
  let secure: TestApp;
  let own: string;
  beforeAll(async () => {
    secure = await givenApp({ 'server.public_url': 'https://chat.example.com' });
    const { administrator } = await givenAccount(secure);
    await givenPassword(secure, administrator);
    const answer = await signInFor(secure, { email: administrator.email, password: PASSWORD });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-parley=[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    );
    own = cookieIn(answer);
  });
  afterAll(() => secure.stop());

  const ask = async (headers: Headers) =>
    (await secure.request('PATCH', '/api/v1/profile', { headers, body: { profile: { display_name: 'A' } } })).status;

  it('sets a cookie that only its own pages with TLS can have set', async () => {
    expect(await ask({ ...OWN_PAGE, cookie: own })).toBe(200);
    expect(await ask({ ...OWN_PAGE, cookie: own.replace('__Host-', '') })).toBe(401);
  });

  it('takes it from its public address, whatever host a proxy names, and from no page without TLS', async () => {
    expect(await ask({ origin: 'https://chat.example.com', host: 'backend:3000', cookie: own })).toBe(200);
    expect(await ask({ origin: 'http://chat.example.com', host: 'chat.example.com', cookie: own })).toBe(401);
  });
});
