import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenAgent, type TestAccount } from '../support/factories.ts';
import { finished, type OneOfEach, givenOneOfEach, rowsOf, type Segment } from '../support/one-of-each.ts';
import { isCreated } from '../support/openapi/dialect.ts';
import { allRoutes, fill, type MountedRoute, parametersOf, rolesOf } from '../support/openapi/routes.ts';
import { givenReaderToken } from '../support/reader-token.ts';

let test: TestApp;
let account: TestAccount;
let ids: OneOfEach;
beforeAll(async () => {
  test = await givenApp({ 'signup.enabled': 'true' });
  account = await givenAccount(test);
  ids = await givenOneOfEach(account);
  await finished(account, ids);
});
afterAll(() => test.stop());

/** POST requests that only ask: with a long question, or as Chatwoot has it. All others change something. */
const ASKED_BY_POST = /\/filter$|\/csat_template\/analyze$/;

const isReading = ({ method, path }: MountedRoute) => method === 'GET' || ASKED_BY_POST.test(path);

const ofUsers = allRoutes().filter((route) =>
  rolesOf(route).some((role) => ['administrator', 'agent', 'user'].includes(role)),
);
const [reading, writing] = [ofUsers.filter(isReading), ofUsers.filter((route) => !isReading(route))];

const titled = (route: MountedRoute) => [`${route.method} ${route.path}`, route] as const;

/** A token of a new administrator that may only read. */
async function givenReader(): Promise<string> {
  const { id } = await givenAgent(test, account, 'Rea Reader', { inboxes: [] });
  await test.rows().updateTable('account_users').set({ role: 'administrator' }).where('user_id', '=', id).execute();
  return givenReaderToken(test, id);
}

/** Calls the route for things that exist, in the account. */
async function call(route: MountedRoute, token: string) {
  const values = parametersOf(route).map(({ segment }) =>
    segment === 'accounts' ? account.id : (ids[segment as Segment] ?? 1),
  );
  return test.request(route.method, fill(route, values), { token, ...(route.method !== 'GET' && { body: {} }) });
}

describe('a token that may only read', () => {
  let reader: string;
  beforeAll(async () => {
    reader = await givenReader();
  });

  it.each(writing.map(titled))('is refused by %s, and changes nothing', async (_, route) => {
    const before = await rowsOf(test, account);

    const { status, body } = await call(route, reader);

    expect([status, body.error, body.message]).toEqual([
      403,
      'Access denied',
      `${route.permission} needs a token with the scope write, and this one is only for reading`,
    ]);
    expect(await rowsOf(test, account)).toEqual(before);
  });

  it.each(reading.map(titled))('is good for %s', async (_, route) => {
    const { status } = await call(route, reader);

    expect([401, 403, 500]).not.toContain(status);
  });

  it('is no user who signs up for another account', async () => {
    const body = { account_name: 'Second' };

    const refused = await test.request('POST', '/api/v1/accounts', { token: reader, body });
    const taken = await test.request('POST', '/api/v1/accounts', { token: account.administrator.token, body });

    expect([refused.status, isCreated(taken.status)]).toEqual([400, true]);
  });

  it('may not do what its user may not', async () => {
    const agent = await givenAgent(test, account);
    const token = await givenReaderToken(test, agent.id);

    const { status, body } = await account.call('GET', '/webhooks', undefined, { token });

    expect([status, body.message]).toEqual([403, expect.stringContaining('needs the role administrator')]);
  });
});
