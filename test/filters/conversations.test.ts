import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenAgent, givenContact, givenInbox, type TestAccount } from '../support/factories.ts';
import { foldAscii, type Given, meets, type Row, type Rule, textual } from './reference.ts';

let test: TestApp;
let account: TestAccount;
let rows: (Row & { display_id: number })[];
let ids: { inboxes: number[]; contacts: number[]; agents: number[]; team: number; campaign: number };
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  await seed();
});
afterAll(() => test.stop());

const CONVERSATIONS = 40;
const STATUSES = ['open', 'pending', 'resolved'];
const PRIORITIES = ['low', 'medium', 'high', 'urgent', null];
const LABELS = [[], ['vip'], ['billing', 'vip'], ['été'], ["o'clock"]];
const ADDITIONAL = [
  {},
  { browser_language: 'EN', referer: 'https://Example.com/A%_b', mail_subject: 'RE: Zürich ÄÖ' },
  { browser_language: 'de', referer: null, mail_subject: 7 },
  { conversation_language: 'fr', country_code: 'FR', mail_subject: '日本語 re' },
];
const CUSTOM = [
  {},
  { plan: 'Gold', seats: 3, since: '2026-03-04', paid: true },
  { plan: 'ÉLITE', seats: 2.5, since: '2025-12-31T10:00:00Z', paid: false },
  { plan: 7, seats: '12', since: 'soon', paid: 'true' },
  { plan: null, seats: -1, since: 5 },
  { plan: ['gold'], seats: { a: 1 }, since: false, paid: 1, status: 'open' },
  { plan: '', seats: null, status: 'Resolved' },
];
const DAYS = ['2020-02-29', '2025-12-31', '2026-03-04', '2026-11-20'];
const now = new Date();

async function seed(): Promise<void> {
  const inboxes = [await givenInbox(account), await givenInbox(account)].map(({ id }) => id);
  const contacts = [await givenContact(account), await givenContact(account)].map(({ id }) => id);
  const agents = [await givenAgent(test, account), await givenAgent(test, account)].map(({ id }) => id);
  const created = await test
    .rows()
    .insertInto('teams')
    .values({ account_id: account.id, name: 'support', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  ids = { inboxes, contacts, agents, team: created.id, campaign: await seedCampaign(inboxes[0]!) };
  for (const [key, type] of [
    ['plan', 'text'],
    ['seats', 'number'],
    ['since', 'date'],
    ['paid', 'checkbox'],
    ['status', 'text'],
  ] as const) {
    await define(key, type);
  }
  for (let number = 0; number < CONVERSATIONS; number += 1) await seedConversation(number);
  rows = (await test
    .rows()
    .selectFrom('conversations')
    .selectAll()
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute()) as unknown as typeof rows;
}

async function seedCampaign(inboxId: number): Promise<number> {
  const keys = { account_id: account.id, inbox_id: inboxId, display_id: 1 };
  const texts = { title: 'Hello', message: 'Hi', campaign_type: 'ongoing' as const };
  const { id } = await test
    .rows()
    .insertInto('campaigns')
    .values({ ...keys, ...texts, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function define(key: string, type: 'text' | 'number' | 'date' | 'checkbox', model = 'conversation_attribute' as const) {
  return test
    .rows()
    .insertInto('custom_attribute_definitions')
    .values({
      account_id: account.id,
      attribute_key: key,
      attribute_model: model,
      attribute_display_name: key,
      attribute_display_type: type,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

async function seedConversation(number: number): Promise<void> {
  const pick = <T>(from: readonly T[], step: number): T => from[Math.floor(number / step) % from.length]!;
  const { status, text } = await account.call('POST', '/conversations', {
    inbox_id: pick(ids.inboxes, 1),
    contact_id: pick(ids.contacts, 3),
    status: pick(STATUSES, 2),
    assignee_id: pick([null, ...ids.agents], 5),
  });
  if (status !== 201) throw new Error(text);
  await test
    .rows()
    .updateTable('conversations')
    .set({
      priority: pick(PRIORITIES, 1) as null,
      team_id: pick([null, ids.team], 7),
      campaign_id: pick([null, null, ids.campaign], 1),
      labels: JSON.stringify(pick(LABELS, 1)) as never,
      additional_attributes: JSON.stringify(pick(ADDITIONAL, 1)) as never,
      custom_attributes: JSON.stringify(pick(CUSTOM, 2)) as never,
      created_at: new Date(`${pick(DAYS, 1)}T${pick(['00:00:00.000', '23:59:59.999'], 4)}Z`),
      last_activity_at: new Date(`${pick(DAYS, 2)}T${pick(['00:00:00.000', '12:00:00.000'], 3)}Z`),
    })
    .where('account_id', '=', account.id)
    .where('display_id', '=', number + 1)
    .execute();
}

function ruleOf(key: string, own: boolean): Rule {
  const rule = { firstOnly: false, absentDiffers: false, fold: foldAscii };
  const any = (row: Row) => row.custom_attributes[key];
  const custom = (value: (row: Row) => unknown) => ({ ...rule, value, any, firstOnly: true, absentDiffers: true });
  if (own) return custom((row) => textual(row.custom_attributes[key]));
  switch (key) {
    case 'plan':
      return custom((row) => textual(row.custom_attributes['plan']));
    case 'seats':
      return custom(({ custom_attributes: { seats } }) => (typeof seats === 'number' ? seats : null));
    case 'since':
      return custom(({ custom_attributes: { since } }) =>
        typeof since === 'string' && /^\d{4}-\d\d-\d\d/.test(since) ? since.slice(0, 10) : null,
      );
    case 'paid':
      return custom(({ custom_attributes: { paid } }) => (typeof paid === 'boolean' ? paid : null));
    case 'browser_language':
    case 'conversation_language':
    case 'country_code':
    case 'referer':
    case 'mail_subject':
      return { ...rule, value: (row) => textual(row.additional_attributes[key]) };
    default:
      return { ...rule, value: (row) => row[key] };
  }
}

const condition = () => {
  const some = (values: unknown[]) => fc.subarray(values, { minLength: 1, maxLength: Math.min(3, values.length) });
  const of = (keys: string[], operators: string[], values: fc.Arbitrary<unknown>) =>
    fc.record({
      attribute_key: fc.constantFrom(...keys),
      filter_operator: fc.constantFrom(...operators),
      values,
      query_operator: fc.constantFrom('AND', 'or', 'OR', 'and', null, ''),
    }) as fc.Arbitrary<Given>;
  const equal = ['equal_to', 'not_equal_to'];
  const contains = [...equal, 'contains', 'does_not_contain'];
  const present = [...equal, 'is_present', 'is_not_present'];
  const days = ['is_greater_than', 'is_less_than'];
  const texts = some([
    'en',
    'DE',
    'RE',
    'e',
    '%',
    '_',
    'example.COM',
    'Zürich',
    'ZÜRICH',
    '日本',
    '7',
    "'",
    'fr',
    'gold',
  ]);
  return fc.oneof(
    of(['status'], equal, some(STATUSES)),
    of(['priority'], equal, some(PRIORITIES.slice(0, 4))),
    of(['assignee_id'], present, some([...ids.agents, 0])),
    of(['inbox_id'], present, some(ids.inboxes.flatMap((id) => [id, String(id)]))),
    of(['team_id', 'campaign_id'], present, some([ids.team, ids.campaign, 99])),
    of(['contact_id'], equal, some(ids.contacts)),
    of(['display_id'], contains, some([1, '2', 17, 30])),
    of(['labels'], present, some(['vip', 'billing', 'été', "o'clock", 'vi'])),
    of(['browser_language', 'conversation_language', 'country_code'], equal, texts),
    of(['referer', 'mail_subject'], contains, texts),
    of(['created_at', 'last_activity_at'], days, some(DAYS)),
    of(['created_at', 'last_activity_at', 'since'], ['days_before'], some([0, 1, 30, '300', 4000])),
    of(['plan'], [...contains, 'is_present', 'is_not_present'], some(['gold', 'GOLD', 'élite', 'ÉLITE', 'l', 7])),
    of(['seats'], [...present, ...days], some([3, 2.5, '2.5', -1, 12])),
    of(['since'], [...present, ...days], some(DAYS)),
    of(['paid'], present, some([true, 'false'])),
    // A key that conversations have and the account has as well.
    of(['status'], [...contains, 'is_present', 'is_not_present'], some(['OPEN', 'resolved', 'o'])).map((given) => ({
      ...given,
      custom_attribute_type: 'conversation_attribute',
    })),
  );
};

async function filter(payload: unknown, query = '?per_page=100') {
  const answer = await account.call('POST', `/conversations/filter${query}`, { payload });
  return { ...answer, ids: answer.body.payload?.map(({ id }: { id: number }) => id) };
}

describe('POST /conversations/filter', () => {
  it('finds what a plain look at each conversation finds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(condition(), { maxLength: 5 }), async (payload) => {
        const expected = rows
          .filter((row) => meets(row, payload, ruleOf, now))
          .toSorted(
            (a, b) =>
              (b['last_activity_at'] as Date).getTime() - (a['last_activity_at'] as Date).getTime() ||
              (b['id'] as number) - (a['id'] as number),
          );

        const { status, body, ids: found } = await filter(payload);

        expect([status, found]).toEqual([200, expected.map((row) => row.display_id)]);
        expect(body.meta).toEqual({
          count: expected.length,
          current_page: 1,
          all_count: expected.length,
          mine_count: 0,
          unassigned_count: expected.filter((row) => row['assignee_id'] === null).length,
          assigned_count: expected.filter((row) => row['assignee_id'] !== null).length,
        });
      }),
      { numRuns: 250 },
    );
  });

  it('pages, with every match in the count', async () => {
    const first = await filter([], '');
    const third = await filter([], '?page=3&per_page=15');

    expect([first.ids.length, first.body.meta.count]).toEqual([15, CONVERSATIONS]);
    expect([third.ids.length, third.body.meta.current_page]).toEqual([10, 3]);
  });

  it('takes a bare value for an array, and all for every status', async () => {
    const bare = await filter([{ attribute_key: 'mail_subject', filter_operator: 'contains', values: 're' }]);
    const all = await filter([{ attribute_key: 'status', filter_operator: 'equal_to', values: ['all'] }]);

    expect(bare.ids.length).toBeGreaterThan(0);
    expect(all.ids.length).toBe(CONVERSATIONS);
  });

  it('shows agents what is in their inboxes alone', async () => {
    const agent = await givenAgent(test, account);
    await test
      .rows()
      .deleteFrom('inbox_members')
      .where('user_id', '=', agent.id)
      .where('inbox_id', '=', ids.inboxes[1]!)
      .execute();

    const { body } = await account.call('POST', '/conversations/filter', { payload: [] }, { token: agent.token });

    expect(body.meta.count).toBe(rows.filter((row) => row['inbox_id'] === ids.inboxes[0]).length);
  });
});

describe('what POST /conversations/filter refuses', () => {
  const one = (more: object) => [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'], ...more }];
  const keys =
    'status,assignee_id,inbox_id,team_id,contact_id,priority,display_id,campaign_id,labels,browser_language,conversation_language,country_code,referer,mail_subject,created_at,last_activity_at';
  it.each([
    [
      'an unknown attribute',
      one({ attribute_key: 'x' }),
      `Invalid attribute key - [x]. The key should be one of [${keys}] or a custom attribute defined in the account.`,
    ],
    ['a missing attribute', one({ attribute_key: undefined }), /^Invalid attribute key - \[\]\./],
    [
      'an attribute that every object has',
      one({ attribute_key: 'constructor' }),
      /^Invalid attribute key - \[constructor\]\./,
    ],
    [
      'an operator of other attributes',
      one({ filter_operator: 'contains' }),
      'Invalid operator. The allowed operators for status are [equal_to,not_equal_to].',
    ],
    [
      'an unknown operator',
      one({ filter_operator: { a: 1 } }),
      'Invalid operator. The allowed operators for status are [equal_to,not_equal_to].',
    ],
    [
      'another query operator',
      [...one({ query_operator: 'XOR' }), ...one({})],
      'Query operator must be either "AND" or "OR".',
    ],
    [
      'a query operator that is no text',
      [...one({ query_operator: {} }), ...one({})],
      'Query operator must be either "AND" or "OR".',
    ],
    ['no values', one({ values: [] }), 'Invalid value. The values provided for status are invalid'],
    ['blank values', one({ values: [' ', null] }), 'Invalid value. The values provided for status are invalid'],
    [
      'values that are objects',
      one({ values: { $gt: 1 } }),
      'Invalid value. The values provided for status are invalid',
    ],
    [
      'a status that there is not',
      one({ values: ['closed'] }),
      'Invalid value. The values provided for status are invalid',
    ],
    [
      'a date that there is not',
      [{ attribute_key: 'created_at', filter_operator: 'is_less_than', values: ['2026-02-30'] }],
      'Invalid value. The values provided for created_at are invalid',
    ],
    [
      'days that are no number',
      [{ attribute_key: 'created_at', filter_operator: 'days_before', values: ['x'] }],
      'Invalid value. The values provided for created_at are invalid',
    ],
    [
      'a number that is none',
      [{ attribute_key: 'seats', filter_operator: 'is_less_than', values: ['x'] }],
      'Invalid value. The values provided for seats are invalid',
    ],
    [
      'an id that is none',
      [{ attribute_key: 'inbox_id', filter_operator: 'equal_to', values: ['1 or 1=1'] }],
      'Invalid value. The values provided for inbox_id are invalid',
    ],
    [
      'a huge value',
      [{ attribute_key: 'referer', filter_operator: 'contains', values: 'x'.repeat(100_000) }],
      'Invalid value. The values provided for referer are invalid',
    ],
    [
      'a character that cannot be stored',
      [{ attribute_key: 'referer', filter_operator: 'contains', values: 'a\u0000' }],
      'Invalid value. The values provided for referer are invalid',
    ],
    ['ten thousand conditions', Array(10_000).fill(one({})[0]), 'Validation failed'],
    ['conditions that are no objects', ['status'], 'Validation failed'],
    ['an object of conditions', { 0: one({})[0] }, 'Validation failed'],
    ['no conditions at all', undefined, 'Validation failed'],
  ])('%s', async (_, payload, error) => {
    const { status, body } = await filter(payload);

    expect([status, body.error]).toEqual([422, typeof error === 'string' ? error : expect.stringMatching(error)]);
  });

  it('ignores the operator of the last condition, whatever it is', async () => {
    expect((await filter(one({ query_operator: 'XOR' }))).status).toBe(200);
  });

  it("does not know other accounts' custom attributes", async () => {
    const other = await givenAccount(test);

    const { status } = await other.call('POST', '/conversations/filter', {
      payload: [{ attribute_key: 'plan', filter_operator: 'equal_to', values: ['gold'] }],
    });

    expect(status).toBe(422);
  });
});
