import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenContact, type TestAccount } from '../support/factories.ts';
import { foldAscii, type Given, meets, type Row, type Rule, textual } from './reference.ts';

let test: TestApp;
let account: TestAccount;
let rows: (Row & { id: number })[];
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  await seed();
});
afterAll(() => test.stop());

const NAMES = ['Ärger ÉMILE', 'anna', 'Ann_a', '100% Zoë', '王明', ''];
const ADDITIONAL = [
  {},
  { city: 'Zürich', company_name: 'Acme' },
  { city: 'PARIS', country_code: 'FR' },
  { city: 7, company: 'acme GmbH' },
];
const CUSTOM = [
  {},
  { tier: 'Gold', score: 12.5, page: 'https://Example.com/A', debt: -3 },
  { tier: null, score: 'x', page: 7, debt: '12' },
  { tier: 42, score: 0, page: true, debt: 1e3 },
];
const LABELS = [[], ['vip'], ['vip', 'new']];
const DAYS = ['2024-02-29', '2026-01-01'];
const now = new Date();

async function seed(): Promise<void> {
  for (const [key, type] of [
    ['tier', 'list'],
    ['score', 'percent'],
    ['page', 'link'],
    ['debt', 'currency'],
  ] as const) {
    const body = {
      attribute_key: key,
      attribute_model: 'contact_attribute',
      attribute_display_name: key,
      attribute_display_type: type,
    };
    const times = { created_at: now, updated_at: now };
    await test
      .rows()
      .insertInto('custom_attribute_definitions')
      .values({ account_id: account.id, ...body, ...times } as never)
      .execute();
  }
  for (let number = 0; number < 36; number += 1) {
    const pick = <T>(from: readonly T[], step: number): T => from[Math.floor(number / step) % from.length]!;
    const { id } = await givenContact(account, {
      name: pick(NAMES, 1),
      email: number % 3 ? `Person${number}@Example.com` : null,
      phone_number: number % 4 ? `+4912345${number}` : null,
      identifier: number % 5 ? `CRM-${number}` : null,
      blocked: number % 7 === 0,
      additional_attributes: pick(ADDITIONAL, 1),
    });
    await test
      .rows()
      .updateTable('contacts')
      .set({
        labels: JSON.stringify(pick(LABELS, 1)) as never,
        // Values that cannot be of their kind are from before it was defined.
        custom_attributes: JSON.stringify(pick(CUSTOM, 2)) as never,
        created_at: new Date(`${pick(DAYS, 2)}T23:59:59.999Z`),
        last_activity_at: pick([null, new Date('2026-01-01T00:00:00Z')], 1),
      })
      .where('id', '=', id)
      .execute();
  }
  rows = (await test
    .rows()
    .selectFrom('contacts')
    .selectAll()
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute()) as unknown as typeof rows;
}

const own = (key: string) => ({ absentDiffers: true, any: (row: Row) => row.custom_attributes[key] });
const numeric = (value: unknown) => (typeof value === 'number' ? value : null);

function ruleOf(key: string): Rule {
  const rule = { firstOnly: true, absentDiffers: false, fold: foldAscii };
  switch (key) {
    case 'tier':
    case 'page':
      return { ...rule, ...own(key), value: (row) => textual(row.custom_attributes[key]) };
    case 'score':
    case 'debt':
      return { ...rule, ...own(key), value: (row) => numeric(row.custom_attributes[key]) };
    case 'name':
      return { ...rule, value: (row) => row['name'], fold: (text) => text.toLowerCase() };
    case 'company_name':
      return { ...rule, value: (row) => row['company'] };
    case 'country_code':
      return { ...rule, value: (row) => textual(row.additional_attributes['country_code']) };
    default:
      return { ...rule, value: (row) => row[key] };
  }
}

const condition = () => {
  const some = (values: unknown[]) => fc.subarray(values, { minLength: 1, maxLength: 2 });
  const of = (keys: string[], operators: string[], values: fc.Arbitrary<unknown>) =>
    fc.record({
      attribute_key: fc.constantFrom(...keys),
      filter_operator: fc.constantFrom(...operators),
      values,
      query_operator: fc.constantFrom('AND', 'OR', null),
    }) as fc.Arbitrary<Given>;
  const equal = ['equal_to', 'not_equal_to'];
  const contains = [...equal, 'contains', 'does_not_contain'];
  const present = [...equal, 'is_present', 'is_not_present'];
  return fc.oneof(
    of(['name'], contains, some(['ANNA', 'émile', 'É', '_', '%', '王', 'zoë'])),
    of(['email'], contains, some(['person1@example.com', 'EXAMPLE', '@'])),
    of(['city', 'company', 'company_name'], contains, some(['zürich', 'ZÜRICH', 'paris', 'ACME', 'gmbh'])),
    of(['country_code', 'identifier'], equal, some(['fr', 'crm-1', 'CRM-2'])),
    of(['phone_number'], [...equal, 'starts_with'], some(['+49123451', '+4912345', '+49'])),
    of(['phone_number'], ['contains', 'does_not_contain'], some(['1', '+', '345'])),
    of(['labels'], present, some(['vip', 'new', 'none'])),
    of(['blocked'], equal, some([true, 'false'])),
    of(['created_at', 'last_activity_at'], ['is_greater_than', 'is_less_than'], some(DAYS)),
    of(['created_at', 'last_activity_at'], ['days_before'], some([0, '5', 1000])),
    of(['tier'], [...contains, 'is_present', 'is_not_present'], some(['gold', 'OLD', 42, '4'])),
    of(['page'], [...contains, 'is_present', 'is_not_present'], some(['HTTPS://example.com/a', 'Example', '7'])),
    of(['score', 'debt'], [...present, 'is_greater_than', 'is_less_than'], some([12.5, '0', 5, -3, '1000'])),
  );
};

async function filter(payload: unknown, query = '?per_page=100') {
  const answer = await account.call('POST', `/contacts/filter${query}`, { payload });
  return { ...answer, ids: answer.body.payload?.map(({ id }: { id: number }) => id) };
}

describe('POST /contacts/filter', () => {
  it('finds what a plain look at each contact finds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(condition(), { maxLength: 5 }), async (payload) => {
        const expected = rows.filter((row) => meets(row, payload, ruleOf, now));

        const { status, body, ids } = await filter(payload);

        expect([status, ids?.toSorted((a: number, b: number) => a - b)]).toEqual([200, expected.map(({ id }) => id)]);
        expect(body.meta).toEqual({ count: expected.length, current_page: 1 });
      }),
      { numRuns: 250 },
    );
  });

  it.each(['and', 'or'])('takes a hundred conditions joined by %s, and soon answers', async (query_operator) => {
    const name = { attribute_key: 'name', filter_operator: 'equal_to', values: ['anna'], query_operator };
    const labels = { attribute_key: 'labels', filter_operator: 'equal_to', values: ['vip'], query_operator };
    const conditions = [...Array(50).fill(name), ...Array(50).fill(labels)];

    const many = await filter(conditions);

    expect(many.ids).toEqual((await filter([name, labels])).ids);
  });

  it('finds a phone number without its plus', async () => {
    const payload = [{ attribute_key: 'phone_number', filter_operator: 'equal_to', values: ['49123451'] }];

    expect(
      (await filter(payload)).body.payload.map((contact: { phone_number: string }) => contact.phone_number),
    ).toEqual(['+49123451']);
  });

  it('sorts, pages and leaves contact inboxes out as the list does', async () => {
    const { body } = await filter([], '?sort=-email&page=2&per_page=5&include_contact_inboxes=false');

    const emails = rows.map((row) => row['email'] as string | null).filter((email) => email !== null);
    expect(body.payload.map(({ email }: { email: string }) => email)).toEqual(
      emails.toSorted().toReversed().slice(5, 10),
    );
    expect(body.meta).toEqual({ count: rows.length, current_page: 2 });
    expect(body.payload[0]).not.toHaveProperty('contact_inboxes');
  });

  it('refuses an attribute of conversations, and names those of contacts', async () => {
    const { status, body } = await filter([{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] }]);

    expect([status, body.error]).toEqual([
      422,
      'Invalid attribute key - [status]. The key should be one of [name,email,phone_number,identifier,city,company,company_name,country_code,labels,created_at,last_activity_at,blocked] or a custom attribute defined in the account.',
    ]);
  });

  it("does not show other accounts' contacts", async () => {
    const other = await givenAccount(test);

    const { body } = await other.call('POST', '/contacts/filter', { payload: [] });

    expect(body).toEqual({ payload: [], meta: { count: 0, current_page: 1 } });
  });
});
