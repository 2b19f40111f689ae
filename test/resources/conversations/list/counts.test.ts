import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { givenApp, type TestApp } from '../../../support/app.ts';
import {
  givenAccount,
  givenAgent,
  givenContact,
  givenInbox,
  givenTeam,
  type TestAccount,
} from '../../../support/factories.ts';
import { ask, inAnHour, pathOf, reply } from '../../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const STATUSES = ['open', 'pending', 'resolved', 'snoozed'] as const;
const OPERATIONS = 300;
const AT_A_TIME = 8;

/** Numbers from 0 up to `most`, always the same ones. */
function dice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * most);
  };
}

/** An account with two inboxes, two contacts and two agents. */
async function given() {
  const account = await givenAccount(test);
  const inboxes = [await givenInbox(account), await givenInbox(account)];
  const contacts = [await givenContact(account), await givenContact(account)];
  const agents = [await givenAgent(test, account), await givenAgent(test, account)];
  const team = await givenTeam(account, agents);
  return { account, inboxes, contacts, agents, team };
}

/** What the rows say: the numbers of a list's meta for a caller. */
async function counted(account: TestAccount, userId: number, where: { status: string | null; inboxId: number | null }) {
  const { all, mine, unassigned } = await test
    .rows()
    .selectFrom('conversations')
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`coalesce(sum(case when assignee_id = ${userId} then 1 else 0 end), 0)`.as('mine'),
      sql<number>`coalesce(sum(case when assignee_id is null then 1 else 0 end), 0)`.as('unassigned'),
    ])
    .where('account_id', '=', account.id)
    .$if(where.status !== null, (query) => query.where('status', '=', where.status as 'open'))
    .$if(where.inboxId !== null, (query) => query.where('inbox_id', '=', where.inboxId!))
    .executeTakeFirstOrThrow();
  return {
    mine_count: Number(mine),
    assigned_count: Number(all) - Number(unassigned),
    unassigned_count: Number(unassigned),
    all_count: Number(all),
  };
}

/** Compares every number that /conversations/meta can show with the rows. */
async function expectCountsOfRows({ account, inboxes, agents }: Awaited<ReturnType<typeof given>>): Promise<void> {
  for (const { id: userId, token } of agents) {
    for (const status of [...STATUSES, null]) {
      for (const inboxId of [...inboxes.map(({ id }) => id), null]) {
        const query = `?status=${status ?? 'all'}${inboxId === null ? '' : `&inbox_id=${inboxId}`}`;
        const { body } = await account.call('GET', `/conversations/meta${query}`, undefined, { token });
        expect([query, body.meta]).toEqual([
          query,
          expect.objectContaining(await counted(account, userId, { status, inboxId })),
        ]);
      }
    }
  }
}

describe('the counts of conversations', () => {
  it('match the rows after many changes at once', async () => {
    const place = await given();
    const { account, inboxes, contacts, agents, team } = place;
    // Auto assignment takes part, with one who is at work.
    await account.call('POST', '/update_active_at', undefined, { token: agents[1]!.token });
    const roll = dice(4711);
    const some = <T>(of: readonly T[]): T => of[roll(of.length)]!;
    let created = 0;
    const create = () => {
      created += 1;
      const status = some(['open', 'pending', 'resolved', undefined]);
      const message = some([undefined, { content: 'x', message_type: 'incoming' }, { content: 'y' }]);
      return account.call('POST', '/conversations', {
        inbox_id: some(inboxes).id,
        contact_id: some(contacts).id,
        assignee_id: some([null, ...agents.map(({ id }) => id)]),
        ...(status && { status }),
        ...(message && { message }),
      });
    };
    const one = () => ({ id: 1 + roll(Math.min(created, 12)) });
    const as = () => ({ token: some([account.administrator, ...agents]).token });
    const operations = [
      create,
      () =>
        account.call(
          'POST',
          pathOf(one(), '/toggle_status'),
          { status: some(STATUSES), snoozed_until: inAnHour() },
          as(),
        ),
      () => account.call('POST', pathOf(one(), '/toggle_status'), { status: 'open' }, as()),
      () =>
        account.call('POST', pathOf(one(), '/assignments'), {
          assignee_id: some([null, ...agents.map(({ id }) => id)]),
        }),
      () => account.call('POST', pathOf(one(), '/assignments'), { team_id: some([null, team.id]) }),
      () => account.call('POST', pathOf(one(), '/messages'), { content: 'x', message_type: 'incoming' }),
      () => account.call('POST', pathOf(one(), '/messages'), { content: 'y', message_type: 'outgoing' }),
      () => account.call('POST', pathOf(one(), '/toggle_priority'), { priority: some(['low', 'high', null]) }, as()),
      () => (roll(6) === 0 ? account.call('DELETE', pathOf(one())) : create()),
    ];
    for (let index = 0; index < 6; index++) await create();

    const statuses: number[] = [];
    for (let done = 0; done < OPERATIONS; done += AT_A_TIME) {
      const answers = await Promise.all(Array.from({ length: AT_A_TIME }, () => some(operations)()));
      statuses.push(...answers.map(({ status }) => status));
    }

    expect(statuses.filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
    await expectCountsOfRows(place);
  });

  it('follow a conversation that several callers move at once', async () => {
    const place = await given();
    const { account, inboxes, contacts, agents } = place;
    await account.call('POST', '/conversations', { inbox_id: inboxes[0].id, contact_id: contacts[0].id });

    for (const status of ['resolved', 'open', 'pending', 'open']) {
      const answers = await Promise.all(
        [...agents, ...agents, account.administrator].map(({ token }) =>
          account.call('POST', '/conversations/1/toggle_status', { status }, { token }),
        ),
      );
      expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(200));
    }

    await expectCountsOfRows(place);
  });

  it('forget conversations whose contact or inbox is deleted', async () => {
    const place = await given();
    const { account, inboxes, contacts } = place;
    for (const inbox of inboxes) {
      for (const contact of contacts) {
        await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
      }
    }

    await account.call('DELETE', `/contacts/${contacts[0].id}`);
    await account.call('DELETE', `/inboxes/${inboxes[0].id}`);

    await expectCountsOfRows(place);
    expect((await account.call('GET', '/conversations/meta?status=all')).body.meta.count).toBe(1);
  });
});

describe('the last message of a conversation', () => {
  it('is its newest, however many are created at once', async () => {
    const { account, inboxes, contacts } = await given();
    await account.call('POST', '/conversations', { inbox_id: inboxes[0].id, contact_id: contacts[0].id });

    const created = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? ask : reply)(account, { id: 1 })),
    );

    const { body } = await account.call('GET', '/conversations/1');
    expect(body.messages[0].id).toBe(Math.max(...created.map((answer) => answer.body.id)));
    expect(body.last_non_activity_message.id).toBe(body.messages[0].id);
    expect(body.unread_count).toBe(10);
  });
});
