import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { givenAccount } from '../../support/factories.ts';
import { givenOpenidProvider, type OpenidProvider } from '../../support/identity/openid.ts';

/** Stands for Google, which signs in nobody for tests. */
let google: OpenidProvider;
let other: OpenidProvider;
let place: Place;
let test: TestApp;
let lines: string[] = [];
beforeAll(async () => {
  [google, other, place] = await Promise.all([givenOpenidProvider(), givenOpenidProvider(), givenPlace()]);
  const log = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) });
  test = await givenApp({ ...google.googleSettings, ...other.settings, 'log.level': 'warn' }, { place, log });
});
afterAll(async () => {
  await test.stop();
  await google.stop();
  await other.stop();
  await place.remove();
});

async function begin(path = '/auth/google_oauth2', app = test) {
  const { headers } = await app.request('GET', path);
  return { address: headers.get('location')!, cookie: headers.getSetCookie()[0]!.split(';')[0]! };
}
const comeBack = ({ pathname, search }: URL, cookie: string, app = test) =>
  app.request('GET', `${pathname}${search}`, { headers: { cookie } });
async function signIn(person: object, app = test) {
  const { address, cookie } = await begin(undefined, app);
  return comeBack(await google.signIn(address, { ...person }), cookie, app);
}
/** The address of the user who is signed in by the link. */
async function enter(location: string | null, app = test): Promise<string | undefined> {
  const body = Object.fromEntries(new URL(location!).searchParams);
  return (await app.request('POST', '/auth/sign_in', { body })).body.data?.email;
}
const inUse = async () => (await givenAccount(test)).administrator.email;

describe('GET /auth/google_oauth2', () => {
  it('signs in who has the address, by the callback that is registered for Chatwoot', async () => {
    const email = await inUse();
    const { address, cookie } = await begin();
    const back = await google.signIn(address, { email });

    const { status, headers } = await comeBack(back, cookie);

    expect(back.pathname).toBe('/omniauth/google_oauth2/callback');
    expect([status, await enter(headers.get('location'))]).toEqual([302, email]);
  });

  it('comes back to /auth/google_oauth2/callback as well, and begins at /omniauth/google_oauth2', async () => {
    const email = await inUse();
    const { address, cookie } = await begin('/omniauth/google_oauth2?target=mobile');
    const back = await google.signIn(address, { email });
    back.pathname = '/auth/google_oauth2/callback';

    const { headers } = await comeBack(back, cookie);

    expect(headers.get('location')).toMatch(/^chatwootapp:\/\/auth\/saml\?email=/);
  });

  it('is not there where no client is named', async () => {
    const without = await givenApp();

    const statuses = await Promise.all(
      ['/auth/google_oauth2', '/auth/google_oauth2/callback', '/omniauth/google_oauth2/callback'].map(
        async (path) => (await without.request('GET', path)).status,
      ),
    );

    expect(statuses).toEqual([404, 404, 404]);
  });

  it('makes users where that is said of it, whatever is said of the other provider', async () => {
    const account = await givenAccount(test);
    const settings = { ...google.googleSettings, ...other.settings };
    const making = { 'auth.google.auto_create': 'true', 'auth.google.default_account': String(account.id) };
    const app = await givenApp({ ...settings, ...making }, { place });
    const email = `${randomUUID()}@example.com`;

    const refused = await signIn({ email });
    const { headers } = await signIn({ email, name: 'Grace Hopper' }, app);

    expect(refused.status).toBe(401);
    expect(await enter(headers.get('location'), app)).toBe(email);
    const { body } = await account.call('GET', '/agents');
    expect(body).toContainEqual(expect.objectContaining({ email, name: 'Grace Hopper', role: 'agent' }));
    await app.stop();
  });
});

describe('what is no proof of who somebody is', () => {
  const attacks: readonly [string, () => Promise<{ back: URL; cookie: string }>][] = [
    [
      'an address that Google has not verified',
      async () => {
        const { address, cookie } = await begin();
        return { back: await google.signIn(address, { email: await inUse(), email_verified: false }), cookie };
      },
    ],
    [
      'an address of which Google does not say so',
      async () => {
        const { address, cookie } = await begin();
        return { back: await google.signIn(address, { email: await inUse(), email_verified: undefined }), cookie };
      },
    ],
    [
      "a sign-in that was begun at the other provider, with a code of Google's",
      async () => {
        const email = await inUse();
        const [atGoogle, atOther] = [await begin(), await begin('/auth/oidc')];
        const back = await google.signIn(atGoogle.address, { email });
        back.searchParams.set('state', new URL(atOther.address).searchParams.get('state')!);
        return { back, cookie: atOther.cookie };
      },
    ],
    [
      'a sign-in that was begun at Google, at the callback of the other provider',
      async () => {
        const { address, cookie } = await begin();
        const back = await google.signIn(address, { email: await inUse() });
        back.pathname = '/auth/oidc/callback';
        return { back, cookie };
      },
    ],
    [
      'another browser',
      async () => {
        const { address } = await begin();
        return { back: await google.signIn(address, { email: await inUse() }), cookie: (await begin()).cookie };
      },
    ],
  ];

  it.each(attacks)('%s is refused, with a line in the log', async (_, attack) => {
    const { back, cookie } = await attack();
    lines = [];

    const { status, headers } = await comeBack(back, cookie);

    expect([status, headers.get('location')]).toEqual([401, null]);
    expect(lines).toEqual([
      expect.stringMatching(
        /^\{"level":"warn",.*"address":"127\.0\.0\.1",.*"reason":".+".*"msg":"sign-in failed"\}\n$/,
      ),
    ]);
  });

  it('is somebody who has the name that the other provider gives to a user', async () => {
    const email = await inUse();
    const { address, cookie } = await begin('/auth/oidc');
    expect((await comeBack(await other.signIn(address, { email, sub: 'same' }), cookie)).status).toBe(302);

    const { status } = await signIn({ email: `${randomUUID()}@example.com`, sub: 'same' });

    expect(status).toBe(401);
  });
});
