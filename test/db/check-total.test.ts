import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenContact, type TestAccount } from '../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const MOST = 5_000_000;
const text = (length: number) => 'x'.repeat(length);
const long = (length: number) =>
  Array.from({ length: 6 }, () => ({ action_name: 'send_message', action_params: [text(length)] }));

type Kind = {
  path(account: TestAccount): string | Promise<string>;
  /** Another one, with about so many characters. */
  body(number: number): object;
  characters: number;
};

const KINDS: [string, Kind][] = [
  ['macros', { path: () => '/macros', body: (n) => ({ name: `m${n}`, actions: long(149_000) }), characters: 894_000 }],
  [
    'automation rules',
    {
      path: () => '/automation_rules',
      body: (n) => ({
        name: `r${n}`,
        event_name: 'conversation_created',
        conditions: [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'], query_operator: null }],
        actions: long(149_000),
      }),
      characters: 894_000,
    },
  ],
  [
    'canned responses',
    {
      path: () => '/canned_responses',
      body: (n) => ({ short_code: `c${n}`, content: text(20_000) }),
      characters: 20_000,
    },
  ],
  [
    'notes',
    {
      path: async (account) => `/contacts/${(await givenContact(account)).id}/notes`,
      body: () => ({ content: text(20_000) }),
      characters: 20_000,
    },
  ],
  [
    'custom filters',
    {
      path: () => '/custom_filters',
      body: (n) => ({ name: `f${n}`, filter_type: 'conversation', query: { payload: [], more: text(90_000) } }),
      characters: 90_000,
    },
  ],
];

describe('what lists show all at once', () => {
  it.each(KINDS)('has five million characters together: %s', async (name, { path, body, characters }) => {
    const account = await givenAccount(test);
    const place = await path(account);
    const fitting = Math.floor(MOST / (characters + 1000));

    const made: { status: number; body: { id?: number; payload?: { id: number }; message?: string } }[] = [];
    for (let number = 0; number < fitting + 10; number += 1) {
      made.push(await account.call('POST', place, body(number)));
      if (made.at(-1)?.status === 422) break;
    }
    const refused = made.pop();
    const [first] = made;
    const id = first?.body.id ?? first?.body.payload?.id;
    const deleted = await account.call('DELETE', `${place}/${id}`);

    expect([refused?.status, refused?.body.message]).toEqual([
      422,
      `all ${name} together have at most 5000000 characters, and 500 more count for each; delete some first`,
    ]);
    expect(made.length).toBeGreaterThanOrEqual(fitting);
    expect(deleted.status).toBeLessThan(300);
    expect((await account.call('POST', place, body(1000))).status).toBeLessThan(300);
  });
});
