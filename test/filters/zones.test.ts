import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenContact, givenInbox, type TestAccount } from '../support/factories.ts';

/** Two in the morning of the third in Tokyo, and the second in Berlin. */
const NOW = '2026-03-02T17:00:00Z';
let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp({}, { now: () => new Date(NOW), jobs: false });
});
afterAll(() => test.stop());
beforeEach(async () => {
  account = await givenAccount(test);
});

/** In Tokyo, the first of March ends at 15:00 UTC, in Berlin at 23:00. */
const TIMES = ['2026-03-01T14:59:59.999Z', '2026-03-01T15:00:00Z', '2026-03-01T22:59:59.999Z', '2026-03-01T23:00:00Z'];

/** Contacts, or conversations, that were created and active at TIMES; their names and numbers count from 1. */
async function given(list: 'contacts' | 'conversations'): Promise<void> {
  const inbox = list === 'conversations' && (await givenInbox(account));
  for (const [index, time] of TIMES.entries()) {
    const { id } = await givenContact(account, { name: String(index + 1) });
    const at = { created_at: new Date(time), last_activity_at: new Date(time) };
    if (inbox) await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: id });
    const rows = test.rows();
    if (inbox) await rows.updateTable('conversations').set(at).where('contact_id', '=', id).execute();
    else await rows.updateTable('contacts').set(at).where('id', '=', id).execute();
  }
}

const condition = (key: string, operator: string, value: unknown, more: object = {}) => ({
  attribute_key: key,
  filter_operator: operator,
  values: [value],
  ...more,
});

async function found(list: 'contacts' | 'conversations', payload: object[], more: object = {}): Promise<number[]> {
  const { status, body, text } = await account.call('POST', `/${list}/filter`, { payload, ...more });
  if (status !== 200) throw new Error(text);
  const numbers = body.payload.map(({ id, name }: { id: number; name: string }) => (list === 'contacts' ? +name : id));
  return numbers.toSorted();
}

describe.each(['contacts', 'conversations'] as const)('POST %s/filter', (list) => {
  it.each(['created_at', 'last_activity_at'])('takes the days of the time zone for %s', async (key) => {
    await given(list);
    const [after, before] = [
      condition(key, 'is_greater_than', '2026-03-01'),
      condition(key, 'is_less_than', '2026-03-02'),
    ];

    expect(await found(list, [after], { timezone: 'Asia/Tokyo' })).toEqual([2, 3, 4]);
    expect(await found(list, [before], { timezone: 'Asia/Tokyo' })).toEqual([1]);
    expect(await found(list, [after], { timezone: 'Europe/Berlin' })).toEqual([4]);
    expect(await found(list, [{ ...before, timezone: 'Europe/Berlin' }])).toEqual([1, 2, 3]);
    expect(await found(list, [after])).toEqual([]);
  });

  it('counts days_before from today there', async () => {
    await given(list);
    const before = condition('created_at', 'days_before', 1);

    expect(await found(list, [before], { timezone: 'Asia/Tokyo' })).toEqual([1]);
    expect(await found(list, [before], { timezone: 'Europe/Berlin' })).toEqual([]);
  });

  it("takes the account's time zone unless one is given", async () => {
    await given(list);
    await account.call('PATCH', '', { timezone: 'Asia/Tokyo' });
    const after = condition('created_at', 'is_greater_than', '2026-03-01');

    expect(await found(list, [after])).toEqual([2, 3, 4]);
    expect(await found(list, [after], { timezone: 'Europe/Berlin' })).toEqual([4]);
  });

  it.each([
    ['the request', {}, { timezone: 'Asia/Nowhere' }],
    ['a condition', { timezone: 'Asia/Nowhere' }, {}],
    ['a condition, as a number', { timezone: 9 }, {}],
  ])('refuses a time zone that there is not, of %s', async (_, ofCondition, ofRequest) => {
    const payload = [condition('created_at', 'is_greater_than', '2026-03-01', ofCondition)];

    const { status, body } = await account.call('POST', `/${list}/filter`, { payload, ...ofRequest });

    expect([status, body.message]).toEqual([422, 'timezone must be the IANA name of a time zone']);
  });
});

describe('a day of 23 hours', () => {
  it('ends after 23 hours', async () => {
    await givenContact(account, { name: '1' });
    const at = new Date('2026-03-29T22:00:00Z');
    await test.rows().updateTable('contacts').set({ created_at: at }).where('account_id', '=', account.id).execute();
    const after = condition('created_at', 'is_greater_than', '2026-03-29');

    expect(await found('contacts', [after], { timezone: 'Europe/Berlin' })).toEqual([1]);
  });
});

describe('what is done later', () => {
  it.each([
    ['with the request', (payload: object[]) => ({ payload, timezone: 'Asia/Tokyo' })],
    ['with a saved filter', (payload: object[]) => ({ payload: { payload, timezone: 'Asia/Tokyo' } })],
  ])('means the days of the time zone that was given %s', async (_, body) => {
    await given('contacts');
    const after = condition('created_at', 'is_greater_than', '2026-03-01');

    const { status } = await account.call('POST', '/contacts/export', body([after]));

    const job = await test
      .rows()
      .selectFrom('jobs')
      .select('payload')
      .where('account_id', '=', account.id)
      .where('kind', '=', 'export_contacts')
      .executeTakeFirstOrThrow();
    expect([status, job.payload['conditions']]).toEqual([200, [{ ...after, timezone: 'Asia/Tokyo' }]]);
  });
});
