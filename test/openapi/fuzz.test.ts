import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Operation } from '../../src/http/openapi/document.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { databaseKind } from '../support/database.ts';
import { isCreated, TESTED_DIALECT } from '../support/openapi/dialect.ts';
import { type OneOfEach, givenOneOfEach } from '../support/one-of-each.ts';
import { readDocument, whole } from '../support/openapi/check-answer.ts';
import { givenAccount, givenAgent, givenBot, type TestAccount } from '../support/factories.ts';
import { onlyOn } from '../support/only.ts';
import { givenPlatform, grant } from '../support/platform/platform.ts';
import { deepJson } from '../support/openapi/hostile.ts';
import { givenPublicIds } from '../support/public/public-inbox.ts';
import { givenVisitor, givenWebsite } from '../support/public/website.ts';
import { type Request, requestsFor } from '../support/openapi/requests.ts';

/**
 * Requests for each operation, twelve on both databases together: each run makes others. Most of them on PostgreSQL, which refuses more
 * values than SQLite. PARLEY_TEST_FUZZ_RUNS for more; PARLEY_TEST_FUZZ_SEED to repeat what failed.
 */
const RUNS = Number(process.env['PARLEY_TEST_FUZZ_RUNS'] ?? (databaseKind === 'postgresql' ? 8 : 4));
const SEED = Number(process.env['PARLEY_TEST_FUZZ_SEED'] ?? Date.now() % 2 ** 31);

type World = {
  test: TestApp;
  account: TestAccount;
  ids: OneOfEach;
  /** What the paths of the Public API have in place of ids. */
  publicIds: Record<string, string | number>;
  /** Who calls the Widget API, and what they have there. */
  website: { token: string; visitor: { token: string }; ids: Record<string, number> };
  /** A program of the Platform API, with things of its own. */
  program: { token: string; ids: Record<string, number> };
};

async function givenWorld(settings: Record<string, string> = {}): Promise<World> {
  const test = await givenApp(settings);
  const account = await givenAccount(test);
  const ids = await givenOneOfEach(account);
  const publicIds = await givenPublicIds(test, account);
  const website = await givenVisitedWebsite(test, account);
  return { test, account, ids, publicIds, website, program: await givenProgram(test) };
}

async function givenVisitedWebsite(test: TestApp, account: TestAccount): Promise<World['website']> {
  const website = await givenWebsite(test, account);
  const { message, ...visitor } = await givenVisitor(website);
  const question = { content: 'Who are you?', message_type: 'outgoing', content_type: 'input_text' };
  const { body } = await account.call('POST', `/conversations/${message.conversation_id}/messages`, question);
  return { token: website.token, visitor, ids: { messages: body.id } };
}

async function givenProgram(test: TestApp): Promise<World['program']> {
  const { token } = await givenPlatform(test);
  const account = await givenAccount(test);
  const user = await givenAgent(test, account);
  const bot = await givenBot(test, account);
  await grant(test, { token }, 'Account', account.id);
  await grant(test, { token }, 'User', user.id);
  await grant(test, { token }, 'AgentBot', bot.id);
  return { token, ids: { accounts: account.id, users: user.id, agents: user.id, agent_bots: bot.id } };
}

let world: World;
let chatwoot: World;
let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  world = await givenWorld();
  ({ test, account } = world);
  chatwoot = await givenWorld({ 'api.dialect': 'chatwoot' });
});
afterAll(async () => {
  await test.stop();
  await chatwoot.test.stop();
});

const operationsIn = (dialect = TESTED_DIALECT) =>
  Object.entries(readDocument(dialect).paths)
    .flatMap(([path, methods]) =>
      Object.entries(whole(methods, dialect) as Record<string, Operation>).map(([method, operation]) => ({
        method,
        path,
        operation,
      })),
    )
    .toSorted((a, b) => removal(a) - removal(b));

const operations = operationsIn();
const known = new Set(operations.map((each) => JSON.stringify(each)));
/** Those that another dialect has otherwise. */
const otherwise = operationsIn('chatwoot').filter((each) => !known.has(JSON.stringify(each)));

type Tried = { method: string; path: string; operation: Operation; of: () => World };

const tried: [string, Tried][] = [
  ...operations.map((each) => [titleOf(each), { ...each, of: () => world }] as [string, Tried]),
  ...otherwise.map((each) => [`${titleOf(each)} in chatwoot`, { ...each, of: () => chatwoot }] as [string, Tried]),
];

describe(`requests of every kind (seed ${SEED})`, () => {
  it.each(tried)(
    '%s is answered as declared, and the server does not fail',
    async (_, { method, path, operation, of }) => {
      const { test } = of();
      const token = await tokenFor(path, of());
      const fine = Object.keys(operation.responses).includes('503') ? [503] : [];
      const requests = requestsFor(path, operation, idsFor(path, of()));

      // That each answer is as declared, the client sees to (check-answer.ts).
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          const { path: to, options } = path.startsWith('/api/v1/widget') ? fromWebsite(request, of()) : request;
          const { status, text } = await test.request(method.toUpperCase(), to, { token, ...options });

          if (status >= 500 && !fine.includes(status)) throw new Error(`answered ${status}: ${text}`);
        }),
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      );
    },
  );
});

/** Refused before the database is asked. */
onlyOn('sqlite', describe)('a field that is nested too deeply', () => {
  const writes = operations.filter(({ operation }) => operation.requestBody);

  it.each(writes.map((each) => [titleOf(each), each] as const))(
    'is refused by %s, whatever it is called',
    async (_, { method, path, operation }) => {
      const token = await tokenFor(path, world);
      const [{ path: to }] = fc.sample(requestsFor(path, operation, idsFor(path, world)), 1) as [Request];

      const [objects, lists] = deepJson() as [string, string];
      for (const [index, field] of ['anything', ...fieldsOf(operation)].entries()) {
        const body = `{${JSON.stringify(field)}:${index % 2 === 0 ? objects : lists}}`;
        const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
        const { status } = await test.request(method.toUpperCase(), to, { token, body, headers });

        if (status < 400 || status >= 500) throw new Error(`answered ${status} to a deep ${field}`);
      }
    },
  );

  it('is named in the answer, and one at the limit is kept', async () => {
    const deep = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) as object;
    const contact = (levels: number) => ({ name: 'Carla', custom_attributes: deep(levels) });

    const refused = await account.call('POST', '/contacts', contact(100));
    const taken = await account.call('POST', '/contacts', contact(99));

    expect([refused.status, refused.body]).toEqual([
      422,
      {
        error: 'Validation failed',
        message: 'custom_attributes is nested too deep (maximum is 100 levels)',
        attributes: ['custom_attributes'],
      },
    ]);
    expect([isCreated(taken.status), taken.body.payload.contact.custom_attributes]).toEqual([true, deep(99)]);
  });
});

describe('an unknown token', () => {
  it.each(['', ' ', '%00', "' or 1=1 --", 'x'.repeat(5000), 'null', '__proto__'])('%j is refused', async (token) => {
    const { status, body } = await test.request('GET', account.path, { token });

    expect([status, body.error]).toEqual([401, 'Unauthorized']);
  });
});

function titleOf({ method, path }: { method: string; path: string }): string {
  return `${method.toUpperCase()} ${path}`;
}

/** The fields of the operation's JSON, flat ones and those under the resource's name. */
function fieldsOf({ requestBody }: Operation): string[] {
  const names = JSON.stringify(requestBody).matchAll(/"properties":\{"(\w+)"|"(\w+)":\{"(?:type|anyOf|enum)"/g);
  return [...new Set([...names].map(([, first, other]) => first ?? other ?? ''))];
}

/** What is removed cannot be tried any more, nor what was in it: the deepest goes first, and contacts and inboxes last. */
function removal({ method, path }: { method: string; path: string }): number {
  if (path.endsWith('/erase')) return 101;
  if (method !== 'delete') return 0;
  return path.endsWith('/contacts/{contact_id}') || path.endsWith('/inboxes/{inbox_id}')
    ? 100
    : 50 - path.split('/').length;
}

/** The ids of existing things, as paths of this API name them. */
function idsFor(path: string, { account, ids, publicIds, website, program }: World) {
  const isPlatform = path.startsWith('/platform/');
  return {
    ...ids,
    accounts: account.id,
    ...(path.startsWith('/public/') && publicIds),
    ...(path.startsWith('/api/v1/widget/') && website.ids),
    ...(isPlatform && program.ids),
  };
}

/** The request as the page of a website sends it for its visitor. */
function fromWebsite({ path, options }: Request, { website }: World): Request {
  return {
    path: `${path}${path.includes('?') ? '&' : '?'}website_token=${website.token}`,
    options: { ...options, headers: { ...options.headers, 'x-auth-token': website.visitor.token } },
  };
}

async function tokenFor(path: string, of: World): Promise<string> {
  return path.startsWith('/platform/') ? of.program.token : givenAdministratorsToken(of);
}

/** A token of its own for each operation, because some take tokens away. */
async function givenAdministratorsToken({ test, account }: World): Promise<string> {
  // An administrator needs no inboxes, of which there are ever more here.
  const user = await givenAgent(test, account, 'Ada Admin', { inboxes: [] });
  await test
    .rows()
    .updateTable('account_users')
    .set({ role: 'administrator' })
    .where('user_id', '=', user.id)
    .execute();
  return user.token;
}
