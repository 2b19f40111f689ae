import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenPlace } from '../../support/database.ts';
import { givenAccount } from '../../support/factories.ts';
import { givenOpenidProvider, type OpenidProvider, type Twist } from '../../support/identity/openid.ts';

let provider: OpenidProvider;
let place: Awaited<ReturnType<typeof givenPlace>>;
let test: TestApp;
let lines: string[];
beforeAll(async () => {
  lines = [];
  provider = await givenOpenidProvider();
  place = await givenPlace();
  const log = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) });
  test = await givenApp({ ...provider.settings, 'log.level': 'warn' }, { place, log });
});
afterAll(async () => {
  await test.stop();
  await provider.stop();
  await place.remove();
});

type Begun = { address: string; cookie: string };
async function begin(app = test, query = ''): Promise<Begun> {
  const { headers } = await app.request('GET', `/auth/oidc${query}`);
  return { address: headers.get('location')!, cookie: headers.getSetCookie()[0]!.split(';')[0]! };
}
const comeBack = (back: URL, cookie: string, app = test) =>
  app.request('GET', `${back.pathname}${back.search}`, { headers: cookie === '' ? {} : { cookie } });
async function signIn(person: object, app = test, twist: Twist = {}) {
  const { address, cookie } = await begin(app);
  return comeBack(await provider.signIn(address, { ...person }, twist), cookie, app);
}
/** The profile that the app gets with the link. */
async function enter(location: string | null, app = test) {
  const { searchParams } = new URL(location!);
  const answer = await app.request('POST', '/auth/sign_in', { body: Object.fromEntries(searchParams) });
  return [answer.status, answer.body.data?.email];
}
const inUse = async () => (await givenAccount(test)).administrator.email;

describe('GET /auth/oidc', () => {
  it('signs in who has the address, in the app that asked, and the next time by the name at the provider', async () => {
    const email = await inUse();
    const sub = randomUUID();

    const first = await signIn({ sub, email: email.toUpperCase() });
    const second = await signIn({ sub, email: 'changed@example.com', email_verified: false });

    const location = first.headers.get('location');
    expect([first.status, location]).toEqual([302, expect.stringMatching(/^http:\/\/[^/]+\/app\/login\?email=/)]);
    expect(await enter(location)).toEqual([200, email]);
    expect(await enter(second.headers.get('location'))).toEqual([200, email]);
    expect(await enter(location)).toEqual([401, undefined]);
  });

  it("goes on to Chatwoot's app for telephones where that asked, and nowhere else", async () => {
    const email = await inUse();
    const { address, cookie } = await begin(test, '?target=mobile&return_to=https://evil.example');

    const { headers } = await comeBack(await provider.signIn(address, { email }), cookie);

    expect(headers.get('location')).toMatch(/^chatwootapp:\/\/auth\/saml\?email=[^&]+&sso_auth_token=[\w-]+$/);
    expect((await test.request('GET', '/auth/oidc?target=//evil.example')).status).toBe(422);
  });

  it('says that the provider does not answer, and goes on when it does again', async () => {
    const tired = await givenOpenidProvider();
    const app = await givenApp(tired.settings, { place });
    const email = await inUse();
    const statusOf = async () => (await app.request('GET', '/auth/oidc')).status;

    tired.isDown = true;
    const statuses = [await statusOf()];
    tired.isDown = false;
    statuses.push(await statusOf());
    const { address, cookie } = await begin(app);
    const back = await tired.signIn(address, { email });
    tired.isDown = true;
    statuses.push((await comeBack(back, cookie, app)).status);

    expect(statuses).toEqual([503, 302, 503]);
    await app.stop();
    await tired.stop();
  });

  it('is not there without a provider', async () => {
    const without = await givenApp();

    expect((await without.request('GET', '/auth/oidc')).status).toBe(404);
  });
});

describe('somebody who is known to the provider and not to Parley', () => {
  it('is refused', async () => {
    const { status, text } = await signIn({ email: `${randomUUID()}@example.com` });

    expect([status, text]).toEqual([401, expect.stringContaining('no user has the address')]);
  });

  it('becomes an agent of the default account where users are made', async () => {
    const account = await givenAccount(test);
    const settings = { 'auth.oidc.auto_create': 'true', 'auth.oidc.default_account': String(account.id) };
    const making = await givenApp({ ...provider.settings, ...settings }, { place });
    const email = `${randomUUID()}@example.com`;

    const { headers } = await signIn({ email, name: 'Grace Hopper' }, making);

    expect(await enter(headers.get('location'), making)).toEqual([200, email]);
    const { body } = await account.call('GET', '/agents');
    expect(body).toContainEqual(expect.objectContaining({ email, name: 'Grace Hopper', role: 'agent' }));
    const { audit_logs: log } = (await account.call('GET', '/audit_logs')).body;
    expect(log).toContainEqual(
      expect.objectContaining({ auditable_type: 'AccountUser', action: 'create', username: email }),
    );
    await making.stop();
  });
});

describe('an address', () => {
  it.each([
    [false, false, 401],
    [undefined, false, 401],
    [undefined, true, 302],
    [false, true, 401],
  ])(
    'that the provider calls verified: %s, where addresses are trusted: %s: %i',
    async (email_verified, trusted, status) => {
      const app = await givenApp({ ...provider.settings, 'auth.oidc.trust_addresses': String(trusted) }, { place });

      expect((await signIn({ email: await inUse(), email_verified }, app)).status).toBe(status);
      await app.stop();
    },
  );

  it('that the provider has given to somebody else does not give them the user', async () => {
    const email = await inUse();
    await signIn({ email, sub: 'the first' });

    const { status, text } = await signIn({ email, sub: 'the second' });

    expect([status, text]).toEqual([401, expect.stringContaining('is somebody else at the provider')]);
  });
});

describe('an address that the provider tells only when it is asked', () => {
  const withoutAddress = { email: undefined, email_verified: undefined };

  it('is as good as one in the ID token', async () => {
    const email = await inUse();

    const { status } = await signIn({ email }, test, { claims: withoutAddress, userInfo: { email_verified: true } });

    expect(status).toBe(302);
  });

  it.each([
    ['that it has not verified', { email_verified: false }, 'has verified'],
    ['of another person', { sub: 'another', email_verified: true }, 'sub'],
  ])('is refused %s, whatever the ID token says of another', async (_, userInfo, reason) => {
    const email = await inUse();
    const twist = { claims: { email: undefined, email_verified: true }, userInfo };

    const { status, text } = await signIn({ email }, test, twist);

    expect([status, text]).toEqual([401, expect.stringContaining(reason)]);
  });
});

describe('a provider that says that it may sign in any way', () => {
  let loose: OpenidProvider;
  let app: TestApp;
  beforeAll(async () => {
    loose = await givenOpenidProvider();
    loose.algorithms = ['none', 'HS256', 'RS256'];
    app = await givenApp(loose.settings, { place });
  });
  afterAll(async () => {
    await app.stop();
    await loose.stop();
  });

  it.each([
    ['not at all', 'not', false],
    ["with the client's secret", 'with the secret', false],
    ['with its key', undefined, true],
  ] as const)('is believed where the ID token is signed %s: %s', async (_, how, isBelieved) => {
    const { address, cookie } = await begin(app);
    const back = await loose.signIn(address, { email: await inUse() }, how === undefined ? {} : { signed: how });

    const { headers } = await comeBack(back, cookie, app);

    expect(headers.get('location') !== null).toBe(isBelieved);
  });
});

const claims = (more: Record<string, unknown>) => async (begun: Begun, email: string) => ({
  back: await provider.signIn(begun.address, { email }, { claims: more }),
  cookie: begun.cookie,
});
const signed = (how: Twist['signed']) => async (begun: Begun, email: string) => ({
  back: await provider.signIn(begun.address, { email }, { signed: how! }),
  cookie: begun.cookie,
});
const query = (name: string, value: string | null) => async (begun: Begun, email: string) => {
  const back = await provider.signIn(begun.address, { email });
  if (value === null) back.searchParams.delete(name);
  else back.searchParams.set(name, value);
  return { back, cookie: begun.cookie };
};
const LONG_AGO = Math.floor(Date.now() / 1000) - 7200;

/** What somebody may try, and what is said of it. */
const ATTACKS: readonly [string, (begun: Begun, email: string) => Promise<{ back: URL; cookie: string }>][] = [
  ['an ID token for another sign-in (nonce)', claims({ nonce: 'another' })],
  ['an ID token without a nonce', claims({ nonce: undefined })],
  ['an ID token of another issuer', claims({ iss: 'https://evil.example' })],
  ['an ID token for another client', claims({ aud: 'another' })],
  ['an ID token for several clients, handed to another', claims({ aud: ['parley', 'another'], azp: 'another' })],
  ['an ID token that has expired', claims({ iat: LONG_AGO, exp: LONG_AGO + 300 })],
  ['an ID token that is not valid yet', claims({ nbf: LONG_AGO + 14_400 })],
  ['an ID token without a name for the person', claims({ sub: undefined })],
  ['an ID token without an end', claims({ exp: undefined })],
  ['an ID token without a beginning', claims({ iat: undefined })],
  [
    'an address that only looks like that of a user',
    async (begun, email) => {
      const known = email.replace('example', 'kexample');
      await test.rows().updateTable('users').set({ email: known }).where('email', '=', email).execute();
      const alike = known.replace('@k', '@\u212A');
      return { back: await provider.signIn(begun.address, { email: alike }), cookie: begun.cookie };
    },
  ],
  ['an address of which it is said as text that it is not verified', claims({ email_verified: 'false' })],
  ['an ID token that is not signed (alg none)', signed('not')],
  ['an ID token signed by another key', signed('by another')],
  ["an ID token signed with the client's secret (algorithm confusion)", signed('with the secret')],
  ['no state', query('state', null)],
  ['a state that was made elsewhere', query('state', 'e30.AAAA')],
  ['a huge state', query('state', 'A'.repeat(3900))],
  ['a code that the provider did not give', query('code', 'made-up')],
  ['no code', query('code', null)],
  ['the name of another provider (mix-up, RFC 9207)', query('iss', 'https://evil.example')],
  ['no name of the provider, which always gives it', query('iss', null)],
  [
    'a refusal of the provider',
    async (begun, email) => {
      const { back, cookie } = await query('error', 'access_denied')(begun, email);
      back.searchParams.delete('code');
      return { back, cookie };
    },
  ],
  [
    'another browser',
    async (begun, email) => ({
      back: await provider.signIn(begun.address, { email }),
      cookie: (await begin()).cookie,
    }),
  ],
  [
    'a browser without a cookie',
    async (begun, email) => ({
      back: await provider.signIn(begun.address, { email }),
      cookie: '',
    }),
  ],
  [
    'the answer to another sign-in in the same browser',
    async (begun, email) => {
      const { headers } = await test.request('GET', '/auth/oidc', { headers: { cookie: begun.cookie } });
      const other = await provider.signIn(headers.get('location')!, { email });
      const back = await provider.signIn(begun.address, { email });
      back.searchParams.set('code', other.searchParams.get('code')!);
      return { back, cookie: begun.cookie };
    },
  ],
  [
    'a code that was used',
    async (begun, email) => {
      const back = await provider.signIn(begun.address, { email });
      expect((await comeBack(back, begun.cookie)).status).toBe(302);
      return { back, cookie: begun.cookie };
    },
  ],
  [
    'a code that was used at another server of the installation',
    async (begun, email) => {
      const other = await givenApp(
        { ...provider.settings, 'server.public_url': test.app.installation.publicUrl },
        { place },
      );
      const back = await provider.signIn(begun.address, { email });
      expect((await comeBack(back, begun.cookie, other)).status).toBe(302);
      await other.stop();
      return { back, cookie: begun.cookie };
    },
  ],
];

describe('what is no proof of who somebody is', () => {
  it.each(ATTACKS)('%s is refused, with a line in the log', async (_, attack) => {
    const { back, cookie } = await attack(await begin(), await inUse());
    lines = [];

    const { status, headers } = await comeBack(back, cookie);

    expect([status, headers.get('location')]).toEqual([401, null]);
    expect(lines).toEqual([
      expect.stringMatching(
        /^\{"level":"warn",.*"address":"127\.0\.0\.1",.*"reason":".+".*"msg":"sign-in failed"\}\n$/,
      ),
    ]);
  });
});
