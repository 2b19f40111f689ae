import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Operation } from '../../src/http/openapi/document.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { type OneOfEach, givenOneOfEach } from '../support/one-of-each.ts';
import { readDocument, whole } from '../support/openapi/check-answer.ts';
import { givenAccount, givenAgent, type TestAccount } from '../support/factories.ts';
import { deepJson } from '../support/openapi/hostile.ts';
import { type Request, requestsFor } from '../support/openapi/requests.ts';

/** Requests for each operation. PARLEY_FUZZ_RUNS for more; PARLEY_FUZZ_SEED to repeat what failed. */
const RUNS = Number(process.env['PARLEY_FUZZ_RUNS'] ?? 12);
const SEED = Number(process.env['PARLEY_FUZZ_SEED'] ?? Date.now() % 2 ** 31);

let test: TestApp;
let account: TestAccount;
let ids: OneOfEach;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  ids = await givenOneOfEach(account);
});
afterAll(() => test.stop());

const operations = Object.entries(readDocument().paths)
  .flatMap(([path, methods]) =>
    Object.entries(whole(methods) as Record<string, Operation>).map(([method, operation]) => ({
      method,
      path,
      operation,
    })),
  )
  .toSorted((a, b) => removal(a) - removal(b));

describe(`requests of every kind (seed ${SEED})`, () => {
  it.each(operations.map((each) => [`${each.method.toUpperCase()} ${each.path}`, each] as const))(
    '%s is answered as declared, and the server does not fail',
    async (_, { method, path, operation }) => {
      const token = await givenAdministratorsToken();
      const fine = Object.keys(operation.responses).includes('503') ? [503] : [];
      const requests = requestsFor(path, operation, { ...ids, accounts: account.id });

      // That each answer is as declared, the client sees to (check-answer.ts).
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          const { status, text } = await test.request(method.toUpperCase(), request.path, {
            token,
            ...request.options,
          });

          if (status >= 500 && !fine.includes(status)) throw new Error(`answered ${status}: ${text}`);
        }),
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      );
    },
  );
});

describe('a field that is nested too deeply', () => {
  const writes = operations.filter(({ operation }) => operation.requestBody);

  it.each(writes.map((each) => [`${each.method.toUpperCase()} ${each.path}`, each] as const))(
    'is refused by %s, whatever it is called',
    async (_, { method, path, operation }) => {
      const token = await givenAdministratorsToken();
      const [{ path: to }] = fc.sample(requestsFor(path, operation, { ...ids, accounts: account.id }), 1) as [Request];

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
    expect([taken.status, taken.body.payload.contact.custom_attributes]).toEqual([201, deep(99)]);
  });
});

describe('an unknown token', () => {
  it.each(['', ' ', '%00', "' or 1=1 --", 'x'.repeat(5000), 'null', '__proto__'])('%j is refused', async (token) => {
    const { status, body } = await test.request('GET', account.path, { token });

    expect([status, body.error]).toEqual([401, 'Unauthorized']);
  });
});

/** The fields of the operation's JSON, flat ones and those under the resource's name. */
function fieldsOf({ requestBody }: Operation): string[] {
  const names = JSON.stringify(requestBody).matchAll(/"properties":\{"(\w+)"|"(\w+)":\{"(?:type|anyOf|enum)"/g);
  return [...new Set([...names].map(([, first, other]) => first ?? other ?? ''))];
}

/** What is removed cannot be tried any more, nor what was in it: the deepest goes first, and contacts and inboxes last. */
function removal({ method, path }: { method: string; path: string }): number {
  if (method !== 'delete') return 0;
  return path.endsWith('/contacts/{id}') || path.endsWith('/inboxes/{id}') ? 100 : 50 - path.split('/').length;
}

/** A token of its own for each operation, because some take tokens away. */
async function givenAdministratorsToken(): Promise<string> {
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
