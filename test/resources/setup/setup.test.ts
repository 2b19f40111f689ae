import { afterAll, beforeEach, afterEach, describe, expect, it } from '@jest/globals';
import { openSetup } from '../../../src/resources/setup/open-setup.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent } from '../../support/factories.ts';
import { cookieIn, OWN_PAGE } from '../../support/identity/browser-session.ts';

const ADA = { name: 'Ada Lovelace', email: 'Ada@Example.com', password: 'Analytical-Engine-1843', company: 'Acme' };

let test: TestApp;
/** The token in the address that was printed. */
let token: string;
beforeEach(async () => {
  test = await givenApp({}, { isShared: false });
  token = tokenIn(openSetup(test.app));
});
afterEach(() => test.stop());

const tokenIn = (address: string) => address.slice(`${test.url}/app/setup#`.length);
const setUp = (body: object = {}, headers: Record<string, string> = OWN_PAGE) =>
  test.request('POST', '/app/setup', { body: { ...ADA, token, ...body }, headers });
const accounts = () => test.rows().selectFrom('accounts').select(['name', 'locale']).execute();

describe('the address at which the first account is made', () => {
  it('has a token of 256 bits, of which nothing is stored', async () => {
    const address = openSetup(test.app);

    expect(address).toMatch(new RegExp(`^${test.url}/app/setup#[\\w-]{43}$`));
    expect(JSON.stringify(test.app.setup)).not.toContain(tokenIn(address));
    expect(openSetup(test.app)).not.toBe(address);
  });
});

describe('POST /app/setup', () => {
  it('makes the account and its administrator, who is signed in by a cookie', async () => {
    const answer = await setUp();
    const headers = { ...OWN_PAGE, cookie: cookieIn(answer) };
    const profile = await test.request('GET', '/api/v1/profile', { headers });
    const again = await test.request('POST', '/auth/sign_in', { body: { email: ADA.email, password: ADA.password } });

    expect([answer.status, answer.headers.has('access-token'), await accounts()]).toEqual([
      200,
      false,
      [{ name: 'Acme', locale: 'en' }],
    ]);
    expect(answer.body).toEqual({ data: profile.body });
    expect(profile.body).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      accounts: [{ name: 'Acme', role: 'administrator' }],
    });
    expect(again.status).toBe(200);
  });

  it('is over once there is an account, also one that was made another way', async () => {
    await setUp();
    const afterIt = await setUp({ email: 'grace@example.com' });
    const byOthers = await givenApp({}, { isShared: false });
    const address = openSetup(byOthers.app);
    await givenAccount(byOthers);
    const late = await byOthers.request('POST', '/app/setup', {
      body: { ...ADA, token: address.split('#')[1] },
      headers: OWN_PAGE,
    });
    await byOthers.stop();

    expect([afterIt.status, afterIt.body]).toEqual([
      410,
      {
        error: 'Already set up',
        message: 'this server has an account: sign in, or ask its administrator for an invitation',
      },
    ]);
    expect([late.status, late.headers.has('set-cookie')]).toEqual([410, false]);
  });

  it('makes one account of two requests at once', async () => {
    const answers = await Promise.all([setUp(), setUp({ email: 'grace@example.com', company: 'Other' })]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    expect(await accounts()).toHaveLength(1);
  });

  it.each([
    ['another token', () => ({ token: 'A'.repeat(43) })],
    ['the token of an address before', () => ({ token: [token, openSetup(test.app)][0] })],
    ['a part of the token', () => ({ token: token.slice(0, 42) })],
  ])('refuses %s, with a sentence', async (_, change) => {
    const { status, body, headers } = await setUp(change());

    expect([status, body]).toEqual([
      403,
      { error: 'Access denied', message: 'the address is not the one that this server printed when it started last' },
    ]);
    expect([headers.has('set-cookie'), await accounts()]).toEqual([false, []]);
  });

  it('refuses every token where no address was printed', async () => {
    test.app.setup.digest = null;

    expect((await setUp()).status).toBe(403);
  });

  it.each<Record<string, string>>([{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://elsewhere.example' }, {}])(
    'refuses what comes from no page of this server: %j',
    async (headers) => {
      const answer = await setUp({}, headers);

      expect([answer.status, await accounts()]).toEqual([403, []]);
    },
  );

  it.each([
    [{ name: '' }, 'name'],
    [{ email: 'ada' }, 'email'],
    [{ password: 'short' }, 'password'],
    [{ company: undefined }, 'company'],
    [{ token: undefined }, 'token'],
  ])('refuses %j, and the address stays good', async (wrong, field) => {
    const refused = await setUp(wrong);

    expect([refused.status, refused.body.attributes]).toEqual([422, [field]]);
    expect((await setUp()).status).toBe(200);
  });

  it('does not sign in as a user that there is already', async () => {
    const other = await givenAccount(test);
    const { email } = await givenAgent(test, other);
    await test.rows().deleteFrom('accounts').execute();

    const { status, body, headers } = await setUp({ email });

    expect([status, body.attributes, headers.has('set-cookie')]).toEqual([422, ['email'], false]);
    expect(await accounts()).toEqual([]);
  });
});

describe('guesses of the token', () => {
  let limited: TestApp;
  afterAll(() => limited.stop());

  it('are limited for each address', async () => {
    limited = await givenApp({ 'rate_limit.sign_ins_per_half_hour': '3' });
    openSetup(limited.app);
    const guess = () =>
      limited.request('POST', '/app/setup', { body: { ...ADA, token: 'A'.repeat(43) }, headers: OWN_PAGE });

    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await guess()).status);

    expect(statuses).toEqual([403, 403, 403, 429]);
  });
});
