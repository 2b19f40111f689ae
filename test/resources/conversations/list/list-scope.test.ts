import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../../support/app.ts';
import {
  givenAccount,
  givenAgent,
  givenContact,
  givenConversation,
  givenInbox,
  type TestAccount,
} from '../../../support/factories.ts';
import { ask, reply } from '../../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function list(account: TestAccount, query: string, token?: string) {
  const answer = await account.call('GET', `/conversations${query}`, undefined, token === undefined ? {} : { token });
  const { payload, meta } = answer.body.data;
  return { ids: payload.map(({ id }: { id: number }) => id), meta };
}

/** Three inboxes with three conversations each, numbered one after the other through the inboxes: 1, 4 and 7 are in the first. */
async function givenInboxes() {
  const account = await givenAccount(test);
  const inboxes: number[] = [];
  for (let count = 0; count < 3; count += 1) inboxes.push((await givenInbox(account)).id);
  const contact = await givenContact(account);
  for (let number = 0; number < 9; number += 1) {
    const body = { inbox_id: inboxes[number % 3], contact_id: contact.id, status: number < 6 ? 'open' : 'resolved' };
    await account.call('POST', '/conversations', body);
  }
  return { account, inboxes };
}

describe('what an agent sees of the list', () => {
  it('is what is in their inboxes, in the order of the whole list, with matching counts', async () => {
    const { account, inboxes } = await givenInboxes();
    const agent = await givenAgent(test, account, 'Gus', { inboxes: [inboxes[0]!, inboxes[2]!] });
    await ask(account, { id: 1 });

    const open = await list(account, '', agent.token);
    const all = await list(account, '?status=all&per_page=2&page=2', agent.token);
    const ascending = await list(account, '?status=all&sort_by=last_activity_at_asc', agent.token);
    const byNumber = await list(account, '?status=all&sort_by=created_at_asc', agent.token);
    const unassigned = await list(account, '?assignee_type=unassigned', agent.token);

    expect([open.ids, open.meta.count]).toEqual([[1, 6, 4, 3], 4]);
    expect([all.ids, all.meta.count]).toEqual([[7, 6], 6]);
    expect(ascending.ids).toEqual([3, 4, 6, 7, 9, 1]);
    expect(byNumber.ids).toEqual([1, 3, 4, 6, 7, 9]);
    expect(unassigned.ids).toEqual([1, 6, 4, 3]);
  });

  it('is nothing in other inboxes, and nothing at all without one', async () => {
    const { account, inboxes } = await givenInboxes();
    const member = await givenAgent(test, account, 'Gus', { inboxes: [inboxes[0]!] });
    const nobody = await givenAgent(test, account, 'Noa', { inboxes: [] });

    expect((await list(account, `?inbox_id=${inboxes[1]}`, member.token)).meta.all_count).toBe(0);
    expect((await list(account, `?status=all&inbox_id=${inboxes[0]}`, member.token)).ids).toEqual([7, 4, 1]);
    expect(await list(account, '?status=all', nobody.token)).toMatchObject({ ids: [], meta: { all_count: 0 } });
    expect((await list(account, '?q=anything', nobody.token)).ids).toEqual([]);
  });
});

describe('conversation_type', () => {
  it('narrows a list to where the caller is mentioned or takes part, or to what is unanswered', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const rows: { id: number }[] = [];
    for (let count = 0; count < 4; count += 1) {
      await givenConversation(account);
      rows.push(
        await test
          .rows()
          .selectFrom('conversations')
          .select('id')
          .where('account_id', '=', account.id)
          .where('display_id', '=', count + 1)
          .executeTakeFirstOrThrow(),
      );
    }
    const common = { account_id: account.id, user_id: agent.id };
    const now = new Date();
    await test
      .rows()
      .insertInto('mentions')
      .values({ ...common, conversation_id: rows[0]!.id, mentioned_at: now })
      .execute();
    await test
      .rows()
      .insertInto('participants')
      .values({ ...common, conversation_id: rows[1]!.id, created_at: now })
      .execute();
    for (const id of [1, 2, 3]) await reply(account, { id });
    await ask(account, { id: 3 });

    const types = ['mention', 'participating', 'unattended'];
    const lists = await Promise.all(types.map((type) => list(account, `?conversation_type=${type}`, agent.token)));

    expect(lists.map(({ ids }) => ids)).toEqual([[1], [2], [3, 4]]);
    expect(lists.map(({ meta }) => meta.all_count)).toEqual([1, 1, 2]);
    expect((await list(account, '?conversation_type=mention')).ids).toEqual([]);
    expect((await account.call('GET', '/conversations?conversation_type=x')).status).toBe(422);
  });
});

describe('team_id', () => {
  it('narrows a list to the conversations of a team', async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test);
    const [team, theirs] = [await givenTeam(account), await givenTeam(other)];
    await givenConversation(account, { team_id: team });
    await givenConversation(account);

    const { ids, meta } = await list(account, `?team_id=${team}`);
    const { status, body } = await account.call('GET', `/conversations?team_id=${theirs}`);

    expect([ids, meta.all_count]).toEqual([[1], 1]);
    expect([status, body.error]).toEqual([404, 'Team not found']);
  });
});

async function givenTeam(account: TestAccount): Promise<number> {
  return (await account.call('POST', '/teams', { name: 'support' })).body.id;
}
