import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenInbox, givenTeam, type TestAccount } from '../../support/factories.ts';
import { givenSurvey, givenSurveyIn, rate } from '../../support/surveys.ts';
import { pathOf } from '../../support/conversation-calls.ts';

let clock = new Date();
let test: TestApp;
/** What no test changes. */
let shared: Awaited<ReturnType<typeof given>>;
beforeAll(async () => {
  test = await givenApp({ 'server.public_url': 'https://chat.example.com' }, { now: () => clock, jobs: false });
  shared = await given();
});
afterAll(() => test.stop());

const PATH = '/csat_survey_responses';
const HOUR_MS = 3_600_000;
const start = new Date('2026-11-21T08:00:00Z');
const seconds = (hours: number) => start.getTime() / 1000 + hours * 3600;

/** Answers of the ratings 5, 1 and 3, an hour after each other. The second is in another inbox, about Gus and his team. */
async function given() {
  clock = start;
  const { account, inbox, conversation } = await givenSurvey(test);
  const gus = await givenAgent(test, account, 'Gus Agent');
  const team = await givenTeam(account, [gus]);
  const other = await givenInbox(account, { type: 'api' }, 'Other');
  await account.call('PATCH', `/inboxes/${other.id}`, { csat_survey_enabled: true });
  const second = await givenSurveyIn(account, other, { name: '=cmd()', email: 'dan@example.com' });
  await account.call('POST', pathOf(second, '/assignments'), { team_id: team.id });
  await account.call('POST', pathOf(second, '/assignments'), { assignee_id: gus.id });
  const third = await givenSurveyIn(account, inbox);
  const unanswered = await givenSurveyIn(account, inbox);

  await rate(test, conversation, 5, 'Great, "really"\nyes');
  clock = new Date(start.getTime() + HOUR_MS);
  await rate(test, second, 1, '@SUM(1)');
  clock = new Date(start.getTime() + 2 * HOUR_MS);
  await rate(test, third, 3);
  return { account, inbox, other, gus, team, conversations: [conversation, second, third, unanswered] };
}

const ratingsOf = async (account: TestAccount, query: string): Promise<number[]> => {
  const { status, body, text } = await account.call('GET', `${PATH}${query}`);
  if (status !== 200) throw new Error(text);
  return body.map(({ rating }: { rating: number }) => rating);
};

describe('GET csat_survey_responses', () => {
  it('lists what contacts answered, newest first', async () => {
    const { account, gus, conversations } = shared;

    const { status, body } = await account.call('GET', PATH);

    expect(status).toBe(200);
    expect(body.map(({ rating }: { rating: number }) => rating)).toEqual([3, 1, 5]);
    expect(body[1]).toEqual({
      id: expect.any(Number),
      rating: 1,
      feedback_message: '@SUM(1)',
      csat_review_notes: null,
      review_notes_updated_at: null,
      account_id: account.id,
      message_id: expect.any(Number),
      conversation_id: conversations[1].id,
      contact: expect.objectContaining({ name: '=cmd()', email: 'dan@example.com', type: 'contact' }),
      assigned_agent: expect.objectContaining({ id: gus.id, name: 'Gus Agent', email: gus.email, role: 'agent' }),
      created_at: seconds(1),
    });
    expect(body[2]).not.toHaveProperty('assigned_agent');
  });

  it('still names an agent who has left the account', async () => {
    const { account, gus } = await given();
    const elsewhere = await givenAccount(test, 'Elsewhere');
    await test
      .rows()
      .updateTable('account_users')
      .set({ account_id: elsewhere.id })
      .where('user_id', '=', gus.id)
      .execute();

    const { body } = await account.call('GET', PATH);

    expect(body[1].assigned_agent).toMatchObject({ id: gus.id, name: 'Gus Agent' });
  });

  it('can be filtered', async () => {
    const { account, inbox, other, gus, team } = shared;

    expect(await ratingsOf(account, `?since=${seconds(1)}`)).toEqual([3, 1]);
    expect(await ratingsOf(account, `?until=${seconds(1)}`)).toEqual([1, 5]);
    expect(await ratingsOf(account, `?since=${seconds(0.5)}&until=${seconds(1.5)}`)).toEqual([1]);
    expect(await ratingsOf(account, `?user_ids[]=${gus.id}&user_ids[]=0`)).toEqual([1]);
    expect(await ratingsOf(account, `?user_ids=${account.administrator.id}`)).toEqual([]);
    expect(await ratingsOf(account, `?inbox_id=${inbox.id}`)).toEqual([3, 5]);
    expect(await ratingsOf(account, `?inbox_id=${other.id}`)).toEqual([1]);
    expect(await ratingsOf(account, `?team_id=${team.id}`)).toEqual([1]);
    expect(await ratingsOf(account, '?rating=5')).toEqual([5]);
  });

  it('can be sorted', async () => {
    const { account } = shared;

    expect(await ratingsOf(account, '?sort=created_at')).toEqual([5, 1, 3]);
    expect(await ratingsOf(account, '?sort=-created_at')).toEqual([3, 1, 5]);
    expect(await ratingsOf(account, '?sort=rating')).toEqual([1, 3, 5]);
    expect(await ratingsOf(account, '?sort=-rating')).toEqual([5, 3, 1]);
  });

  it('comes in pages of 25', async () => {
    const { account } = await given();
    await copies(account, 27);

    expect(await ratingsOf(account, '')).toHaveLength(25);
    expect(await ratingsOf(account, '?page=2')).toHaveLength(5);
    expect(await ratingsOf(account, '?page=3')).toEqual([]);
    expect(await ratingsOf(account, '?page=2&per_page=2')).toHaveLength(2);
  });

  it.each([
    ['rating=6', 'rating'],
    ['rating=good', 'rating'],
    ['since=yesterday', 'since'],
    ['user_ids[]=gus', 'user_ids[0]'],
    ['sort=id', 'sort'],
    ['page=0', 'page'],
  ])('refuses %s', async (query, field) => {
    const { account } = await givenSurvey(test);

    const { status, body } = await account.call('GET', `${PATH}?${query}`);

    expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', [field]]);
  });

  it.each(['', '/metrics', '/download'])('%s is not for agents', async (below) => {
    const { account } = await givenSurvey(test);
    const { token } = await givenAgent(test, account);

    const { status, body } = await account.call('GET', `${PATH}${below}`, undefined, { token });

    expect([status, body.error]).toEqual([403, 'Access denied']);
  });

  it('has nothing of other accounts', async () => {
    const { inbox } = shared;
    const { account } = await givenSurvey(test);

    expect(await ratingsOf(account, '')).toEqual([]);
    expect(await ratingsOf(account, `?inbox_id=${inbox.id}`)).toEqual([]);
  });
});

describe('GET csat_survey_responses/metrics', () => {
  it('counts answers by rating, and surveys', async () => {
    const { account } = shared;

    const { status, body } = await account.call('GET', `${PATH}/metrics`);

    expect([status, body]).toEqual([
      200,
      { total_count: 3, ratings_count: { 1: 1, 2: 0, 3: 1, 4: 0, 5: 1 }, total_sent_messages_count: 4 },
    ]);
  });

  it('can be filtered', async () => {
    const { account, inbox, other, gus, team } = shared;
    const counts = async (query: string) => {
      const { body } = await account.call('GET', `${PATH}/metrics?${query}`);
      return [body.total_count, body.total_sent_messages_count];
    };

    expect(await counts(`inbox_id=${inbox.id}`)).toEqual([2, 3]);
    expect(await counts(`inbox_id=${other.id}`)).toEqual([1, 1]);
    expect(await counts(`team_id=${team.id}`)).toEqual([1, 1]);
    expect(await counts(`user_ids[]=${gus.id}`)).toEqual([1, 1]);
    expect(await counts('rating=3')).toEqual([1, 4]);
    expect(await counts(`since=${seconds(1)}`)).toEqual([2, 0]);
    expect(await counts(`until=${seconds(1)}`)).toEqual([2, 4]);
  });

  it('counts nothing of other accounts', async () => {
    const { account } = await givenSurvey(test);

    const { body } = await account.call('GET', `${PATH}/metrics`);

    expect(body).toMatchObject({ total_count: 0, total_sent_messages_count: 1 });
  });
});

describe('GET csat_survey_responses/download', () => {
  const rowsIn = (text: string) => parse(text, { bom: true, columns: true }) as Record<string, string>[];

  it('is a CSV file without formulas', async () => {
    const { account, conversations } = shared;

    const { status, headers, text } = await account.call('GET', `${PATH}/download`);

    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toBe('attachment; filename="csat_survey_responses.csv"');
    // Without a byte order mark, Excel takes UTF-8 for the code page of the computer.
    expect(text.startsWith('\uFEFFAgent Name,')).toBe(true);
    const rows = rowsIn(text);
    expect(rows.map((row) => row['Rating'])).toEqual(['3', '1', '5']);
    expect(rows[1]).toEqual({
      'Agent Name': 'Gus Agent',
      Rating: '1',
      'Feedback Comment': "'@SUM(1)",
      'Contact Name': "'=cmd()",
      'Contact Email Address': 'dan@example.com',
      'Contact Phone Number': '',
      'Link to the conversation': `https://chat.example.com/app/accounts/${account.id}/conversations/${conversations[1].id}`,
      'Recorded date': '2026-11-21T09:00:00.000Z',
    });
    expect(rows[2]).toMatchObject({ 'Feedback Comment': 'Great, "really"\nyes', 'Agent Name': '' });
  });

  it('can be filtered', async () => {
    const { account, other } = shared;

    const { text } = await account.call('GET', `${PATH}/download?inbox_id=${other.id}`);

    expect(rowsIn(text)).toHaveLength(1);
  });

  it('has every answer, however many there are', async () => {
    const { account } = await given();
    await copies(account, 1200);

    const { text } = await account.call('GET', `${PATH}/download`);

    const dates = rowsIn(text).map((row) => row['Recorded date']!);
    expect(dates).toHaveLength(1203);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it('has only its header row when there is no answer, and nothing of other accounts', async () => {
    const { account } = await givenSurvey(test);

    const { text } = await account.call('GET', `${PATH}/download`);

    expect(text).toMatch(/^\uFEFFAgent Name,Rating,/);
    expect(rowsIn(text)).toEqual([]);
  });
});

/** Answers more, some of them at the same moment. */
async function copies(account: TestAccount, count: number): Promise<void> {
  const [row] = await test
    .rows()
    .selectFrom('csat_survey_responses')
    .selectAll()
    .where('account_id', '=', account.id)
    .limit(1)
    .execute();
  const message = await test
    .rows()
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', row!.message_id)
    .executeTakeFirstOrThrow();
  const { id: _, content_attributes: __, additional_attributes: ___, ...columns } = message;
  const attributes = { content_attributes: '{}' as never, additional_attributes: '{}' as never };
  for (let made = 0; made < count; made += 100) {
    const ids = await test
      .rows()
      .insertInto('messages')
      .values(Array.from({ length: Math.min(100, count - made) }, () => ({ ...columns, ...attributes })))
      .returning('id')
      .execute();
    await test
      .rows()
      .insertInto('csat_survey_responses')
      .values(
        ids.map(({ id }, index) => ({
          ...row!,
          id: undefined,
          message_id: id,
          created_at: new Date(start.getTime() - (index % 7) * 1000),
        })),
      )
      .execute();
  }
}
