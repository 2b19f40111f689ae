import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { timetableKinds } from '../../../src/jobs/timetable.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenToken } from '../../support/factories.ts';
import { allRoutes, fill, type MountedRoute, parametersOf } from '../../support/openapi/routes.ts';
import { givenPlatform, type Platform } from '../../support/platform/platform.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';

let test: TestApp;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await givenMailServer();
  test = await givenApp({ 'mail.smtp_url': mailServer.url });
});
afterAll(async () => {
  await test.stop();
  await mailServer.stop();
});

type Owned = { platform: Platform; users: number; accounts: number; agent_bots: number; email: string };

/** A program with a user, an account and a bot that it has made. */
async function givenOwned(): Promise<Owned> {
  const platform = await givenPlatform(test);
  const email = `${randomUUID()}@example.com`;
  const { body: user } = await platform.call('POST', '/users', { email, name: 'Grace' });
  const { body: account } = await platform.call('POST', '/accounts', { name: 'Acme' });
  const { body: bot } = await platform.call('POST', '/agent_bots', { name: 'Bo', account_id: account.id });
  await platform.call('POST', `/accounts/${account.id}/account_users`, { user_id: user.id, role: 'administrator' });
  return { platform, users: user.id, accounts: account.id, agent_bots: bot.id, email };
}

const ROUTES = allRoutes().filter(({ path }) => path.startsWith('/platform/'));
const BODIES: Record<string, object> = {
  '/platform/api/v1/users/:id': { name: 'Mine', password: 'Another-day-2' },
  '/platform/api/v1/accounts/:id': { name: 'Mine' },
  '/platform/api/v1/agent_bots/:id': { name: 'Mine' },
};

/** All rows that say who may do what, and the jobs that requests queue. */
async function access() {
  const tables = ['users', 'accounts', 'agent_bots', 'account_users', 'access_tokens', 'sessions', 'jobs'] as const;
  const isNotOfTimetable = (row: object) => !('kind' in row && String(row.kind) in timetableKinds);
  const volatile = (row: object) => ({ ...row, last_used_at: null });
  const rows = await Promise.all(
    tables.map((table) => test.rows().selectFrom(table).selectAll().orderBy('id').execute()),
  );
  return rows.map((list) => list.filter(isNotOfTimetable).map(volatile));
}

describe('the users, accounts and bots of one program', () => {
  const titled = ROUTES.filter((route) => parametersOf(route).length > 0).map(
    (route) => [`${route.method} ${route.path}`, route] as const,
  );

  it.each(titled)('are refused to another, in both directions: %s', async (_, route) => {
    const [first, second] = [await givenOwned(), await givenOwned()];
    // Each knows the address of the user of the other.
    await first.platform.call('POST', '/users', { email: second.email });
    await second.platform.call('POST', '/users', { email: first.email });
    const before = await access();

    const answers = [await call(route, first, second), await call(route, second, first)];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [403, 'Access denied'],
      [403, 'Access denied'],
    ]);
    expect(await access()).toEqual(before);
  });

  it('are in no list of another', async () => {
    const [first, second] = [await givenOwned(), await givenOwned()];
    await first.platform.call('POST', '/users', { email: second.email });

    const lists = await Promise.all(
      (['users', 'accounts', 'agent_bots'] as const).map((list) => first.platform.call('GET', `/${list}`)),
    );

    expect(lists.map(({ body }) => body.map(({ id }: { id: number }) => id))).toEqual([
      [first.users],
      [first.accounts],
      [first.agent_bots],
    ]);
  });

  it('cannot be named in the bodies of another', async () => {
    const [mine, theirs] = [await givenOwned(), await givenOwned()];
    const { platform } = mine;

    const answers = [
      await platform.call('POST', `/accounts/${mine.accounts}/account_users`, { user_id: theirs.users }),
      await platform.call('POST', '/agent_bots', { name: 'Spy', account_id: theirs.accounts }),
      await platform.call('PATCH', `/agent_bots/${mine.agent_bots}`, { account_id: theirs.accounts }),
      await platform.call('PATCH', `/users/${mine.users}`, { email: theirs.email }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 422]);
  });

  function call(route: MountedRoute, caller: Owned, owner: Owned) {
    const values = parametersOf(route).map(({ segment }) => owner[segment as 'users' | 'accounts' | 'agent_bots']);
    const body = route.path.endsWith('/account_users') ? { user_id: caller.users } : BODIES[route.path];
    const path = fill(route, values).slice('/platform/api/v1'.length);
    return caller.platform.call(route.method, path, route.method === 'GET' ? undefined : (body ?? {}));
  }
});

describe('a user of others whose address a program names', () => {
  async function givenNamed() {
    const owned = await givenOwned();
    const home = await givenAccount(test, 'Home');
    const agent = await givenAgent(test, home, 'Ada Private');
    const { body: named } = await owned.platform.call('POST', '/users', { email: agent.email });
    const path = `/accounts/${owned.accounts}/account_users`;
    return { ...owned, agent, named, path };
  }

  it('is invited by mail to its accounts, and works there only after accepting', async () => {
    const { platform, accounts, users, agent, named, path } = await givenNamed();
    const administrator = await givenToken(test, 'User', users);
    const below = `/api/v1/accounts/${accounts}`;

    const { status, body } = await platform.call('POST', path, { user_id: named.id, role: 'agent' });
    const again = await platform.call('POST', path, { user_id: named.id });

    expect([status, body.user_id, body.role, again.body.id]).toEqual([201, agent.id, 'agent', body.id]);
    const shown = async () =>
      (await test.request('GET', `${below}/agents`, { token: administrator })).body.find(
        ({ id }: { id: number }) => id === agent.id,
      );
    expect(await shown()).toMatchObject({ confirmed: false, name: agent.email.split('@')[0] });
    const [mail] = await mailServer.mailsTo(agent.email);
    expect(mail!.email.text).toContain('Acme');
    expect((await test.request('POST', `${below}/update_active_at`, { token: agent.token })).status).toBe(200);
    expect(await shown()).toMatchObject({ confirmed: true, name: 'Ada Private' });
  });

  it('stays out of its reach as a member of its account', async () => {
    const { platform, agent, path } = await givenNamed();
    await platform.call('POST', path, { user_id: agent.id, role: 'administrator' });

    const answers = [
      await platform.call('GET', `/users/${agent.id}`),
      await platform.call('GET', `/users/${agent.id}/login`),
      await platform.call('POST', `/users/${agent.id}/token`),
      await platform.call('PATCH', `/users/${agent.id}`, { password: 'Another-day-2' }),
      await platform.call('DELETE', `/users/${agent.id}`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await platform.call('DELETE', path, { user_id: agent.id })).status).toBe(200);
    expect((await test.request('GET', '/api/v1/profile', { token: agent.token })).status).toBe(200);
  });
});
