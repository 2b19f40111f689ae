import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Role } from '../../src/http/state.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { finished, type OneOfEach, givenOneOfEach, rowsOf, type Segment } from '../support/one-of-each.ts';
import {
  givenAccount,
  givenAgent,
  givenBot,
  givenInbox,
  givenPlatformToken,
  type TestAccount,
} from '../support/factories.ts';
import {
  accountRoutes,
  allRoutes,
  fill,
  type MountedRoute,
  OF_ACCOUNT,
  parametersOf,
  rolesOf,
} from '../support/openapi/routes.ts';

let test: TestApp;
let account: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  test = await givenApp({ 'signup.enabled': 'true' });
  account = await givenAccount(test);
  other = await givenAccount(test, 'Other');
});
afterAll(() => test.stop());

/** An id that nothing has: a caller who is let through finds nothing, and changes nothing. */
const NOTHING = 999_999_999;

type CallerKind = {
  /** Makes a new one. */
  token: () => Promise<string | null>;
  /** What the permissions table calls them; null = nobody. */
  role: Role | null;
  /** Whether the account is theirs. */
  belongs: boolean;
};

const callers: Record<string, CallerKind> = {
  'no token': { token: async () => null, role: null, belongs: false },
  'an unknown token': { token: async () => 'A'.repeat(32), role: null, belongs: false },
  'an administrator': { token: () => tokenOf('administrator', account), role: 'administrator', belongs: true },
  'an agent': { token: () => tokenOf('agent', account), role: 'agent', belongs: true },
  'an administrator of another account': {
    token: () => tokenOf('administrator', other),
    role: 'administrator',
    belongs: false,
  },
  'a user of no account': { token: tokenOfNobody, role: 'agent', belongs: false },
  'a bot': { token: async () => (await givenBot(test, account)).token, role: 'agent_bot', belongs: true },
  "another account's bot": {
    token: async () => (await givenBot(test, other)).token,
    role: 'agent_bot',
    belongs: false,
  },
  'a platform token': { token: () => givenPlatformToken(test), role: 'platform_app', belongs: false },
};

/** What the permissions table says to a kind of caller; null = to be let through. */
function refusal(route: MountedRoute, { role, belongs }: CallerKind): [status: number, error: string] | null {
  const roles: readonly string[] = rolesOf(route);
  if (roles.includes('anyone')) return null;
  if (role === null) return [401, 'Unauthorized'];
  if (OF_ACCOUNT.test(route.path) && role !== 'platform_app' && !belongs) {
    return [404, 'Account not found'];
  }
  const isUser = role === 'administrator' || role === 'agent';
  return roles.includes(role) || (isUser && roles.includes('user')) ? null : [403, 'Access denied'];
}

describe.each(Object.keys(callers))('%s', (name) => {
  const caller = callers[name]!;
  let token: Promise<string | null> | undefined;

  it.each(
    allRoutes().map(
      (route) => [`${route.method} ${route.path}`, refusal(route, caller)?.[0] ?? 'lets it through', route] as const,
    ),
  )('%s: %s', async (_, __, route) => {
    const expected = refusal(route, caller);
    token ??= caller.token();
    const sent = await token;
    // Some routes take tokens away; none does that reads, or refuses.
    if (expected === null && route.method !== 'GET') token = undefined;
    const values = parametersOf(route).map(({ name: parameter }) =>
      parameter === 'account_id' ? account.id : NOTHING,
    );

    const { status, body } = await test.request(route.method, fill(route, values), {
      token: sent,
      ...(route.method !== 'GET' && { body: {} }),
    });

    if (expected === null) expect(refusals(route)).not.toContain(status);
    else expect([status, body.error]).toEqual(expected);
  });
});

describe('the conversations of an inbox', () => {
  const routes = accountRoutes().filter(({ path }) => path.includes('/conversations/:'));
  let ids: OneOfEach;
  beforeAll(async () => {
    ids = await givenOneOfEach(account);
    await finished(account, ids);
  });

  /** What the route answers when everything in its path exists. */
  async function answerTo(route: MountedRoute, token: string) {
    const values = parametersOf(route).map(({ segment }) =>
      segment === 'accounts' ? account.id : ids[segment as Segment],
    );
    return test.request(route.method, fill(route, values), { token, ...(route.method !== 'GET' && { body: {} }) });
  }

  it.each(routes.filter((route) => rolesOf(route).includes('agent')).map(titled))(
    '%s is refused to an agent who is not a member',
    async (_, route) => {
      const token = await tokenOf('agent', account);
      const before = await rowsOf(test, account);

      const { status, body } = await answerTo(route, token);

      expect([status, body.error]).toEqual([403, 'Access denied']);
      expect(await rowsOf(test, account)).toEqual(before);
    },
  );

  it.each(routes.filter((route) => rolesOf(route).includes('agent_bot')).map(titled))(
    '%s is refused to a bot of the installation that is connected to another inbox',
    async (_, route) => {
      const elsewhere = await givenInbox(account);
      const bot = await givenBot(test, account, elsewhere.id);
      await test.rows().updateTable('agent_bots').set({ account_id: null }).where('id', '=', bot.id).execute();

      const { status, body } = await answerTo(route, bot.token);

      expect([status, body.error]).toEqual([403, 'Access denied']);
    },
  );

  it.each(routes.filter((route) => rolesOf(route).includes('agent')).map(titled))(
    '%s lets a member in',
    async (_, route) => {
      const agent = await givenAgent(test, account);

      const { status } = await answerTo(route, agent.token);

      expect(refusals(route)).not.toContain(status);
    },
  );
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

  it('stores when it was last used', async () => {
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

function titled(route: MountedRoute) {
  return [`${route.method} ${route.path}`, route] as const;
}

/** What a caller with the permission is never answered; signing in without a password is refused to everybody. */
function refusals(route: MountedRoute): number[] {
  return rolesOf(route).includes('anyone') ? [500] : [401, 403, 500];
}

/** Of a user who is a member of no inbox. */
async function tokenOf(role: 'administrator' | 'agent', of: TestAccount): Promise<string> {
  const user = await givenAgent(test, of, 'Gus Agent', { inboxes: [] });
  await test.rows().updateTable('account_users').set({ role }).where('user_id', '=', user.id).execute();
  return user.token;
}

async function tokenOfNobody(): Promise<string> {
  const user = await givenAgent(test, other);
  await test.rows().deleteFrom('account_users').where('user_id', '=', user.id).execute();
  return user.token;
}
