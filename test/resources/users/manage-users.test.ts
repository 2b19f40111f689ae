import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { MINUTE } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenBot, givenConversation } from '../../support/factories.ts';
import { givenPlatform, grant, type Platform } from '../../support/platform/platform.ts';

let now = () => new Date();
let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { now: () => now(), jobs: false });
});
afterAll(() => test.stop());

const PASSWORD = 'Sunny-day-1';
const newEmail = () => `${randomUUID()}@example.com`;

async function givenUser(platform: Platform, more: object = {}) {
  const { status, body } = await platform.call('POST', '/users', { email: newEmail(), password: PASSWORD, ...more });
  expect(status).toBe(201);
  return body;
}

const signIn = (body: object) => test.request('POST', '/auth/sign_in', { body });
const profile = (token: string) => test.request('GET', '/api/v1/profile', { token });

describe('POST /platform/api/v1/users', () => {
  it('makes a user, who can sign in and has a token', async () => {
    const platform = await givenPlatform(test);
    const email = newEmail();
    const given = {
      name: 'Grace',
      display_name: 'Amazing Grace',
      email,
      password: PASSWORD,
      custom_attributes: { plan: 'pro' },
    };

    const { status, body } = await platform.call('POST', '/users', given);

    expect(status).toBe(201);
    const { password: _, ...shown } = given;
    expect(body).toMatchObject({ ...shown, uid: email, confirmed: true, account_id: null, accounts: [] });
    expect((await signIn({ email, password: PASSWORD })).status).toBe(200);
    expect((await profile(body.access_token)).body.email).toBe(email);
    expect((await platform.call('GET', `/users/${body.id}`)).body).toEqual({ ...body, access_token: null });
    expect((await platform.call('GET', '/users')).body).toEqual([{ ...body, access_token: null }]);
  });

  it('tells id and name of a user of others who has the address already, and leaves them unchanged', async () => {
    const platform = await givenPlatform(test);
    const { administrator } = await givenAccount(test);

    const { status, body } = await platform.call('POST', '/users', {
      email: administrator.email.toUpperCase(),
      name: 'Other',
      password: PASSWORD,
    });

    expect([status, body]).toEqual([201, { id: administrator.id, name: administrator.name }]);
    expect((await signIn({ email: administrator.email, password: PASSWORD })).status).toBe(401);
    expect((await platform.call('POST', '/users', { email: administrator.email })).body).toEqual(body);
    expect((await platform.call('GET', '/users')).body).toEqual([]);
  });

  it('answers a user that the program has made as before, without the token', async () => {
    const platform = await givenPlatform(test);
    const user = await givenUser(platform, { name: 'Grace' });

    const { status, body } = await platform.call('POST', '/users', { email: user.email, name: 'Other' });

    expect([status, body]).toEqual([201, { ...user, access_token: null }]);
  });

  it('names a user without a name after their address', async () => {
    const platform = await givenPlatform(test);
    const email = newEmail();

    const { body } = await platform.call('POST', '/users', { user: { email } });

    expect(body.name).toBe(email.split('@')[0]);
  });

  it.each([
    ['no address', {}, ['email']],
    ['what is no address', { email: 'grace' }, ['email']],
    ['a weak password', { email: 'g@example.com', password: 'short' }, ['password']],
    ['a long name', { email: 'g@example.com', name: 'x'.repeat(256) }, ['name']],
    ['attributes that are none', { email: 'g@example.com', custom_attributes: 'x' }, ['custom_attributes']],
  ])('refuses %s', async (_, body, attributes) => {
    const platform = await givenPlatform(test);

    const answer = await platform.call('POST', '/users', body);

    expect([answer.status, answer.body.attributes]).toEqual([422, attributes]);
  });
});

describe('a user of another program', () => {
  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/login'],
    ['POST', '/token'],
  ])('cannot be used: %s users/{id}%s', async (method, below) => {
    const [mine, theirs] = [await givenPlatform(test), await givenPlatform(test)];
    const { id } = await givenUser(theirs);
    const send = (platform: Platform, user: number) =>
      platform.call(method, `/users/${user}${below}`, method === 'PATCH' ? { name: 'Mine' } : undefined);

    const [foreign, absent] = [await send(mine, id), await send(mine, 999_999_999)];

    expect([foreign.status, foreign.body.error]).toEqual([403, 'Access denied']);
    expect([absent.status, absent.body.error]).toEqual([404, 'User not found']);
    expect((await theirs.call('GET', `/users/${id}`)).body.name).not.toBe('Mine');
  });

  it('is refused to other kinds of tokens with 403, and to none with 401', async () => {
    const account = await givenAccount(test);
    const bot = await givenBot(test, account);
    const tokens = [null, 'unknown', account.administrator.token, bot.token];

    const answers = await Promise.all(
      tokens.map((token) => test.request('GET', '/platform/api/v1/users/1', { token })),
    );

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [401, 'Unauthorized'],
      [401, 'Unauthorized'],
      [403, 'Access denied'],
      [403, 'Access denied'],
    ]);
  });
});

describe('PATCH /platform/api/v1/users/{id}', () => {
  it('changes what is given, merges the attributes, and ends sessions with a new address or password', async () => {
    const platform = await givenPlatform(test);
    const user = await givenUser(platform, { custom_attributes: { plan: 'pro', seats: 3 } });
    const { headers } = await signIn({ email: user.email, password: PASSWORD });
    const session = Object.fromEntries(
      ['access-token', 'client', 'uid'].map((name) => [name, headers.get(name) ?? '']),
    );
    const email = newEmail();

    const { status, body } = await platform.call('PATCH', `/users/${user.id}`, {
      name: 'Ada',
      email,
      password: 'Another-day-2',
      custom_attributes: { seats: 5 },
    });

    expect([status, body.name, body.email, body.custom_attributes]).toEqual([
      200,
      'Ada',
      email,
      { plan: 'pro', seats: 5 },
    ]);
    expect((await test.request('GET', '/api/v1/profile', { headers: session })).status).toBe(401);
    expect((await signIn({ email, password: 'Another-day-2' })).status).toBe(200);
    expect((await profile(user.access_token)).status).toBe(200);
  });

  it("refuses another user's address, and too many attributes", async () => {
    const platform = await givenPlatform(test);
    const [user, other] = [await givenUser(platform), await givenUser(platform)];
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key_${index}`, 'x'.repeat(20)]));

    const taken = await platform.call('PATCH', `/users/${user.id}`, { email: other.email });
    const large = await platform.call('PATCH', `/users/${user.id}`, { custom_attributes: many });

    expect([taken.status, taken.body.attributes]).toEqual([422, ['email']]);
    expect([large.status, large.body.attributes]).toEqual([422, ['custom_attributes']]);
  });
});

describe('DELETE /platform/api/v1/users/{id}', () => {
  it('takes the user out of everything', async () => {
    const platform = await givenPlatform(test);
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    await grant(test, platform, 'User', agent.id, account.administrator.id);
    const conversation = await givenConversation(account);
    await account.call('POST', `/conversations/${conversation.id}/assignments`, { assignee_id: agent.id });

    const { status, text } = await platform.call('DELETE', `/users/${agent.id}`);

    expect([status, text]).toEqual([200, '']);
    expect((await account.call('GET', `/conversations/${conversation.id}`)).body.assignee).toBeNull();
    expect((await profile(agent.token)).status).toBe(401);
    expect((await platform.call('GET', `/users/${agent.id}`)).status).toBe(404);
    expect((await platform.call('DELETE', `/users/${account.administrator.id}`)).status).toBe(200);
    expect((await platform.call('GET', '/users')).body).toEqual([]);
  });
});

describe('GET /platform/api/v1/users/{id}/login', () => {
  const tokenIn = (url: string) => new URL(url).searchParams.get('sso_auth_token') ?? '';

  it('gives a link that signs in once', async () => {
    const platform = await givenPlatform(test);
    const { id, email } = await givenUser(platform);
    const { status, body } = await platform.call('GET', `/users/${id}/login`);
    const url = new URL(body.url);
    const given = { email: url.searchParams.get('email'), sso_auth_token: tokenIn(body.url) };

    const [first, second] = [await signIn(given), await signIn(given)];

    expect([status, url.origin, url.pathname]).toEqual([200, test.url, '/app/login']);
    expect([first.status, first.body.data.email, second.status]).toEqual([200, email, 401]);
    const headers = Object.fromEntries(
      ['access-token', 'client', 'uid'].map((name) => [name, first.headers.get(name) ?? '']),
    );
    expect((await test.request('GET', '/api/v1/profile', { headers })).body.id).toBe(id);
  });

  it('signs in only once where it is used twice at the same time', async () => {
    const platform = await givenPlatform(test);
    const { id, email } = await givenUser(platform);
    const given = { email, sso_auth_token: tokenIn((await platform.call('GET', `/users/${id}/login`)).body.url) };

    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(given)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401]);
  });

  it('signs in nobody else, and nobody after five minutes', async () => {
    const platform = await givenPlatform(test);
    const [user, other] = [await givenUser(platform), await givenUser(platform)];
    const link = async () => tokenIn((await platform.call('GET', `/users/${user.id}/login`)).body.url);
    const [one, late, inTime] = [await link(), await link(), await link()];
    const began = Date.now();

    const foreign = await signIn({ email: other.email, sso_auth_token: one });
    now = () => new Date(began + 4.9 * MINUTE);
    const soon = await signIn({ email: user.email, sso_auth_token: inTime });
    now = () => new Date(began + 5.1 * MINUTE);
    const tooLate = await signIn({ email: user.email, sso_auth_token: late });
    now = () => new Date();

    expect([foreign.status, soon.status, tooLate.status]).toEqual([401, 200, 401]);
    expect((await signIn({ email: user.email })).body.attributes).toEqual(['password']);
  });
});

describe('a link to sign in with that was not used', () => {
  it.each([
    [
      'a new password of the user',
      (id: number, platform: Platform) => platform.call('PATCH', `/users/${id}`, { password: 'Other-day-2' }),
    ],
    [
      'the user, with all sessions',
      async (id: number, platform: Platform) => {
        const { body } = await platform.call('POST', `/users/${id}/token`);
        return test.request('DELETE', '/api/v1/profile/sessions', { token: body.access_token });
      },
    ],
  ])('is ended by %s', async (_, end) => {
    const platform = await givenPlatform(test);
    const { id, email } = await givenUser(platform);
    const { url } = (await platform.call('GET', `/users/${id}/login`)).body;

    const ended = await end(id, platform);

    const { status } = await signIn({ email, sso_auth_token: new URL(url).searchParams.get('sso_auth_token') });
    expect([ended.status, status]).toEqual([200, 401]);
  });
});

describe('POST /platform/api/v1/users/{id}/token', () => {
  it('gives another token, beside those that the user has', async () => {
    const platform = await givenPlatform(test);
    const user = await givenUser(platform);

    const { status, body } = await platform.call('POST', `/users/${user.id}/token`);

    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.any(String),
        expiry: null,
        user: { id: user.id, name: user.name, display_name: null, email: user.email, pubsub_token: expect.any(String) },
      },
    ]);
    const mine = await profile(body.access_token);
    expect([mine.body.id, mine.body.pubsub_token]).toEqual([user.id, body.user.pubsub_token]);
    expect((await profile(user.access_token)).status).toBe(200);
  });

  it('keeps the newest 25 that the program gave', async () => {
    const platform = await givenPlatform(test);
    const user = await givenUser(platform);
    const tokens: string[] = [];
    for (let n = 0; n < 27; n += 1) {
      const { body } = await platform.call('POST', `/users/${user.id}/token`);
      tokens.push(body.access_token);
    }

    const statuses = [];
    for (const token of [user.access_token, ...tokens]) statuses.push((await profile(token)).status);

    expect(statuses).toEqual([200, 401, 401, ...Array.from({ length: 25 }, () => 200)]);
  });
});
