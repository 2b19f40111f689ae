import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { comeBack, inBrowser, started } from '../../support/providers/connect.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenOauthServer, type OauthServer } from '../../support/providers/oauth.ts';

let test: TestApp;
let secure: TestApp;
let oauth: OauthServer;
beforeAll(async () => {
  oauth = await givenOauthServer();
  test = await givenApp(oauth.settings);
  secure = await givenApp({ ...oauth.settings, 'server.public_url': 'https://chat.example.com' });
});
afterAll(async () => {
  await test.stop();
  await secure.stop();
  await oauth.stop();
});

let account: TestAccount;
beforeEach(async () => {
  oauth.register(test.app.installation.publicUrl);
  account = await givenAccount(test, 'Acme & Sons');
});

const person = () => ({ email: `box-${randomUUID()}@acme.example` });
const inboxesOf = async (of: TestAccount) => (await of.call('GET', '/inboxes')).body.payload;
/** The address to come back to, and the cookie that was set with the one to go to. */
async function begun(of: TestAccount, provider = 'google', headers: Record<string, string> = {}) {
  const answer = await of.call('POST', `/${provider}/authorization`, {}, { headers });
  const [set = ''] = answer.headers.getSetCookie();
  return { back: await oauth.consent(answer.body.url, person()), set, cookie: set.split(';')[0]! };
}
const press = (back: URL, headers: Record<string, string> = {}) =>
  test.request('POST', `${back.pathname}${back.search}`, { headers });

describe('the browser that began an authorization', () => {
  it('is known by a cookie that no script and no other site can use', async () => {
    const { set } = await begun(account);
    oauth.register(secure.app.installation.publicUrl);
    const { set: overHttps } = await begun(await givenAccount(secure));

    expect(set).toMatch(/^parley_browser=[\w-]{32}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/);
    expect(overHttps).toMatch(
      /^__Host-parley_browser=[\w-]{32}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it('goes on at once when it comes back', async () => {
    const { back, cookie } = await begun(account);

    const { status } = await comeBack(test, back, { cookie: `theme=dark; ${cookie}` });

    expect([status, (await inboxesOf(account)).length]).toEqual([302, 1]);
  });

  it('may connect several at once', async () => {
    const first = await begun(account);
    const second = await begun(account, 'notion', { cookie: first.cookie });

    const answers = await Promise.all(
      [first, second].map(({ back }) => comeBack(test, back, { cookie: first.cookie })),
    );

    expect(second.cookie).toBe(first.cookie);
    expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  });

  it('gets a cookie of ours in the place of one that is not', async () => {
    const { cookie } = await begun(account, 'google', { cookie: 'parley_browser=known-to-somebody-else' });

    expect(cookie).toMatch(/^parley_browser=[\w-]{32}$/);
  });
});

describe.each([
  ['without a cookie, as where a program asked for the address', () => ({})],
  ['with the cookie of another', async () => ({ cookie: (await begun(account)).cookie })],
  ['with an empty cookie', () => ({ cookie: 'parley_browser=' })],
])('a browser %s', (_, headersOf) => {
  it('is asked first, and told who began it for which account', async () => {
    const { back } = await begun(account);
    const asked = oauth.asked.length;

    const { status, headers, text } = await comeBack(test, back, await headersOf());

    expect([status, headers.get('location'), headers.get('content-type')]).toEqual([
      200,
      null,
      expect.stringContaining('text/html'),
    ]);
    expect(text).toContain('Connect Google to Acme &amp; Sons?');
    expect(text).toContain(`${account.administrator.name} (${account.administrator.email})`);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect([oauth.asked.length, await inboxesOf(account)]).toEqual([asked, []]);
  });

  it('connects when somebody says so there, once', async () => {
    const { back } = await begun(account);
    const headers = await headersOf();
    await comeBack(test, back, headers);

    const first = await press(back, headers);
    const second = await press(back, headers);

    expect([first.status, second.status]).toEqual([302, 422]);
    expect(await inboxesOf(account)).toHaveLength(1);
  });

  it('is told at once what cannot be connected', async () => {
    const url = await started(account, 'google');
    const refused = await oauth.consent(url, 'no');
    const { back: forged } = await begun(account);
    forged.searchParams.set('state', 'abc.def');

    const headers = await headersOf();
    const answers = await Promise.all([refused, forged].map((back) => comeBack(test, back, headers)));

    expect(answers.map(({ status }) => status)).toEqual([422, 422]);
  });
});

describe('an address at a provider that somebody else sends', () => {
  it('connects nothing to their account behind the back of who opens it', async () => {
    const other = await givenAccount(test, 'Evil Inc');
    const { back } = await begun(other);
    await started(account, 'google');

    const { status, text } = await comeBack(test, back, inBrowser());

    expect([status, text]).toEqual([200, expect.stringContaining('Evil Inc')]);
    expect(await inboxesOf(other)).toEqual([]);
  });
});

describe('GET integrations/apps', () => {
  it('marks the browser of an administrator for the addresses that it shows', async () => {
    const { headers, body } = await account.call('GET', '/integrations/apps');
    const [set = ''] = headers.getSetCookie();
    const { action } = body.payload.find(({ id }: { id: string }) => id === 'notion');

    const { status } = await comeBack(test, await oauth.consent(action, person()), { cookie: set.split(';')[0]! });

    expect(status).toBe(302);
  });
});
