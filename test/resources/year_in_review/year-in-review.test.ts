import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { given } from '../../support/assignment/policies.ts';
import { givenAccount, givenAgent, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';
import { reply } from '../../support/conversation-calls.ts';

let test: TestApp;
let now = new Date('2025-03-02T10:00:00Z');
beforeAll(async () => {
  test = await givenApp({}, { now: () => now });
});
afterAll(() => test.stop());

const show = (account: TestAccount, query = '', token?: string) =>
  test.request('GET', `/api/v2/accounts/${account.id}/year_in_review${query}`, {
    token: token ?? account.administrator.token,
  });

describe('GET /year_in_review', () => {
  it("counts the member's own conversations of the year, with their busiest day and how soon they replied", async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);
    const ann = await givenAgent(test, account, 'Ann');
    const createAt = async (time: string, assignee: { id: number }) => {
      now = new Date(time);
      const body = { inbox_id: inbox.id, contact_id: contact.id, assignee_id: assignee.id };
      return given(account, '/conversations', body);
    };
    await createAt('2024-12-31T23:59:59Z', ann);
    const first = await createAt('2025-03-02T10:00:00Z', ann);
    now = new Date('2025-03-02T10:01:40Z');
    await reply(account, first, {}, ann.token);
    await createAt('2025-11-05T00:00:00Z', ann);
    await createAt('2025-11-05T23:59:59Z', ann);
    await createAt('2025-11-06T10:00:00Z', account.administrator);

    const anns = await show(account, '', ann.token);
    const before = await show(account, '?year=2024', ann.token);
    const admins = await show(account);
    const empty = await show(account, '?year=2020');

    expect(anns.body).toEqual({
      year: 2025,
      total_conversations: 3,
      busiest_day: { date: 'Nov 05', count: 2 },
      support_personality: { avg_response_time_seconds: 100 },
    });
    expect([before.body.total_conversations, before.body.busiest_day]).toEqual([1, { date: 'Dec 31', count: 1 }]);
    expect([admins.body.total_conversations, admins.body.support_personality]).toEqual([
      1,
      { avg_response_time_seconds: 0 },
    ]);
    expect([empty.body.total_conversations, empty.body.busiest_day]).toEqual([0, null]);
  });

  it.each(['1969', '9999', 'last'])('refuses the year %s', async (year) => {
    const { status, body } = await show(await givenAccount(test), `?year=${year}`);

    expect([status, body.attributes]).toEqual([422, ['year']]);
  });
});
