import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import {
  givenAccount,
  givenAgent,
  givenBot,
  givenInbox,
  givenPlatformToken,
  type TestAccount,
} from '../support/factories.ts';
import { allRoutes, fill, parametersOf, type Route, rolesOf } from '../support/routes.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
});
afterAll(() => test.stop());

/** A number that nothing has: whoever is let through finds nothing, and changes nothing. */
const NOTHING = 999_999_999;

/** A new token for each kind of caller, because some routes take tokens away. */
const callers: Record<string, () => Promise<string | null>> = {
  'no token': async () => null,
  'an unknown token': async () => 'A'.repeat(32),
  administrator: async () => (await givenAgentAs('administrator')).token,
  agent: async () => (await givenAgent(test, account)).token,
  agent_bot: async () => (await givenBot(test, account)).token,
  platform_app: () => givenPlatformToken(test),
};

/** What the permissions table says to a kind of caller: 401, 403, or null, which is to be let through. */
function refusal(route: Route, caller: string): number | null {
  const roles = rolesOf(route);
  if (roles.includes('anyone')) return null;
  if (caller.endsWith('token')) return 401;
  const isUser = caller === 'administrator' || caller === 'agent';
  return roles.includes(caller) || (isUser && roles.includes('user')) ? null : 403;
}

describe.each(Object.keys(callers))('%s', (caller) => {
  it.each(
    allRoutes().map(
      (route) => [`${route.method} ${route.path}`, refusal(route, caller) ?? 'lets it through', route] as const,
    ),
  )('%s: %s', async (_, __, route) => {
    const token = await callers[caller]!();
    const values = parametersOf(route).map(({ name }) => (name === 'account_id' ? account.id : NOTHING));

    const { status, body } = await test.request(route.method, fill(route, values), {
      token,
      ...(route.method !== 'GET' && { body: {} }),
    });

    const expected = refusal(route, caller);
    if (expected === null) expect([401, 403, 500]).not.toContain(status);
    else expect([status, body.error]).toEqual([expected, expected === 401 ? 'Unauthorized' : 'Access denied']);
  });
});

describe('a bot of the whole installation', () => {
  it('works in the accounts that connected it, and finds no other', async () => {
    const connected = await givenAccount(test);
    const inbox = await givenInbox(connected);
    const bot = await givenBot(test, connected, inbox.id);
    await test.rows().updateTable('agent_bots').set({ account_id: null }).where('id', '=', bot.id).execute();

    const here = await connected.call('GET', `/conversations/${NOTHING}`, undefined, { token: bot.token });
    const elsewhere = await account.call('GET', `/conversations/${NOTHING}`, undefined, { token: bot.token });

    expect([here.status, here.body.error]).toEqual([404, 'Conversation not found']);
    expect([elsewhere.status, elsewhere.body.error]).toEqual([404, 'Account not found']);
  });
});

describe('a token', () => {
  it.each([
    ['api_access_token', (token: string) => ({ api_access_token: token })],
    ['api-access-token', (token: string) => ({ 'api-access-token': token })],
    ['Authorization: Bearer', (token: string) => ({ authorization: `Bearer ${token}` })],
    ['Authorization: bearer', (token: string) => ({ authorization: `bearer ${token}` })],
  ])('is read from %s', async (_, headers) => {
    const { status } = await test.request('GET', account.path, { headers: headers(account.administrator.token) });

    expect(status).toBe(200);
  });

  it('is not read from the query or the body', async () => {
    const { token } = account.administrator;

    const inQuery = await test.request('GET', `${account.path}?api_access_token=${token}`);
    const inBody = await test.request('PATCH', account.path, { body: { api_access_token: token } });

    expect([inQuery.status, inBody.status]).toEqual([401, 401]);
  });

  it('knows when it was last used', async () => {
    const agent = await givenAgent(test, account);

    await test.request('GET', account.path, { token: agent.token });

    const { last_used_at } = await test
      .rows()
      .selectFrom('access_tokens')
      .select('last_used_at')
      .where('owner_type', '=', 'User')
      .where('owner_id', '=', agent.id)
      .executeTakeFirstOrThrow();
    expect(last_used_at!.getTime()).toBeCloseTo(Date.now(), -5);
  });

  it('ends with the membership of its user in the account', async () => {
    const agent = await givenAgent(test, account);
    await test.rows().deleteFrom('account_users').where('user_id', '=', agent.id).execute();

    const inAccount = await test.request('GET', account.path, { token: agent.token });
    const ofUser = await test.request('GET', '/api/v1/profile', { token: agent.token });

    expect([inAccount.status, inAccount.body.error]).toEqual([404, 'Account not found']);
    expect(ofUser).toMatchObject({ status: 200, body: { id: agent.id, account_id: null, role: null, accounts: [] } });
  });
});

async function givenAgentAs(role: 'administrator') {
  const agent = await givenAgent(test, account);
  await test.rows().updateTable('account_users').set({ role }).where('user_id', '=', agent.id).execute();
  return agent;
}
