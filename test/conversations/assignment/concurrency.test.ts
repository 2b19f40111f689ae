import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { given, givenCapacity, givenPolicy, openOnes, settled } from '../../support/assignment/policies.ts';
import { databaseKind, givenPlace, type Place } from '../../support/database.ts';
import { givenAccount, givenAgentOnline, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';

// Sixteen at a time write, on PostgreSQL by two servers on one database, and the jobs of both assign.

const WRITERS = 16;
const LIMIT = 2;

let place: Place;
let apps: TestApp[];
beforeAll(async () => {
  place = await givenPlace();
  const count = databaseKind === 'postgresql' ? 2 : 1;
  apps = [];
  for (let index = 0; index < count; index += 1) apps.push(await givenApp({}, { place }));
});
afterAll(async () => {
  for (const app of apps.toReversed()) await app.stop();
  await place.remove();
});

async function givenFullTeam() {
  const [first] = apps as [TestApp];
  const account = await givenAccount(first);
  const inbox = await givenInbox(account);
  const contact = await givenContact(account);
  await givenPolicy(account, inbox, { assignment_order: 'balanced' });
  const agents = [];
  for (const name of ['Ann', 'Ben', 'Cid']) agents.push(await givenAgentOnline(first, account, name));
  await givenCapacity(account, inbox, LIMIT, agents);
  const create = () => given(account, '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
  return { first, account, agents, create };
}

/** The same, as one of the servers is asked. */
function call(index: number, account: TestAccount, method: string, path: string, body: object) {
  const app = apps[index % apps.length]!;
  return app.request(method, `${account.path}${path}`, { token: account.administrator.token, body });
}

async function countsOf(account: TestAccount, agents: { id: number }[]) {
  const open = await openOnes(apps[0]!, account);
  return agents.map(({ id }) => open.filter(({ assignee }) => assignee === id).length);
}

describe('many at a time', () => {
  it('never give a member more than their capacity, and leave nothing that a free one could take', async () => {
    const { first, account, agents, create } = await givenFullTeam();

    await Promise.all(Array.from({ length: WRITERS }, () => create()));
    await settled(first, account);
    const created = await countsOf(account, agents);
    const counts: number[][] = [];
    for (let round = 0; round < 3; round += 1) {
      const assigned = (await openOnes(first, account)).filter(({ assignee }) => assignee !== null);
      await Promise.all([
        ...assigned.map(({ number }, index) =>
          call(index, account, 'POST', `/conversations/${number}/toggle_status`, { status: 'resolved' }),
        ),
        ...Array.from({ length: WRITERS / 4 }, () => create()),
      ]);
      await settled(first, account);
      counts.push(await countsOf(account, agents));
    }

    expect([created, ...counts]).toEqual(Array.from({ length: 4 }, () => [LIMIT, LIMIT, LIMIT]));
  });

  it('have each conversation assigned once', async () => {
    const { first, account, agents, create } = await givenFullTeam();
    await Promise.all(Array.from({ length: WRITERS }, () => create()));
    await settled(first, account);
    const assigned = (await openOnes(first, account)).filter(({ assignee }) => assignee !== null);

    await Promise.all(
      assigned.map(({ number }, index) =>
        call(index, account, 'POST', `/conversations/${number}/toggle_status`, { status: 'resolved' }),
      ),
    );
    await settled(first, account);

    const activities = await first
      .rows()
      .selectFrom('messages as m')
      .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
      .where('c.account_id', '=', account.id)
      .where('m.content', 'like', 'Auto assignment gave%')
      .groupBy('c.id')
      .select(({ fn }) => ['c.id', fn.countAll<number | string>().as('count')])
      .execute();
    expect(activities.map(({ count }) => Number(count))).toEqual(Array.from({ length: 2 * assigned.length }, () => 1));
    expect(await countsOf(account, agents)).toEqual([LIMIT, LIMIT, LIMIT]);
  });

  it('do not give a member more turns than the policy allows', async () => {
    const [first] = apps as [TestApp];
    const account = await givenAccount(first);
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);
    await givenPolicy(account, inbox, { fair_distribution_limit: 3 });
    const agents = [await givenAgentOnline(first, account, 'Ann'), await givenAgentOnline(first, account, 'Ben')];

    await Promise.all(
      Array.from({ length: WRITERS }, (_, index) =>
        call(index, account, 'POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id }),
      ),
    );
    await settled(first, account);

    expect(await countsOf(account, agents)).toEqual([3, 3]);
  });
});
