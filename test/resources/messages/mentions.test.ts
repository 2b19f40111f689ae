import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenConversation, type TestAccount } from '../../support/factories.ts';
import { pathOf, reply } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function given() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  const agent = await givenAgent(test, account, 'Gus Agent');
  const note = (content: string, more: object = {}) =>
    reply(account, conversation, { content, private: true, ...more });
  const mentioned = () =>
    test
      .rows()
      .selectFrom('mentions')
      .where('account_id', '=', account.id)
      .select(['user_id as userId', 'mentioned_at as at'])
      .orderBy('user_id')
      .execute();
  const mentionedIds = async () => (await mentioned()).map(({ userId }) => userId);
  const following = async () =>
    (await account.call('GET', pathOf(conversation, '/participants'))).body.map(({ id }: { id: number }) => id);
  return { account, conversation, agent, note, mentioned, mentionedIds, following };
}

const link = (user: { id: number }, name = 'Gus%20Agent') => `[@Gus](mention://user/${user.id}/${name})`;

async function givenTeam(account: TestAccount, members: { id: number }[]): Promise<{ id: number }> {
  const now = new Date();
  const team = await test
    .rows()
    .insertInto('teams')
    .values({ account_id: account.id, name: `team ${now.getTime()}`, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { id } of members) {
    await test.rows().insertInto('team_members').values({ team_id: team.id, user_id: id, created_at: now }).execute();
  }
  return team;
}

describe('a private note', () => {
  it('may start any number of mentions that never end, and mention a user with the longest name', async () => {
    const { account, mentionedIds, note } = await given();
    const name = encodeURIComponent('王'.repeat(255));

    await note(`${'(mention://user/1/'.repeat(8000)} ${link(account.administrator, name)}`);

    expect(await mentionedIds()).toEqual([account.administrator.id]);
  });

  it('mentions users, who are participants of the conversation from then on', async () => {
    const { account, agent, note, mentionedIds, following } = await given();

    const { body } = await note(`Ask ${link(agent)} or ${link(account.administrator)}, ${link(agent)}!`);

    expect(body.content).toContain(`mention://user/${agent.id}/`);
    expect(await mentionedIds()).toEqual([account.administrator.id, agent.id].toSorted((a, b) => a - b));
    expect((await following()).toSorted()).toEqual([account.administrator.id, agent.id].toSorted());
  });

  it('stores when a user was last mentioned', async () => {
    const { agent, note, mentioned } = await given();
    await note(link(agent));
    const [first] = await mentioned();

    await note(link(agent));

    const [second, ...others] = await mentioned();
    expect(others).toEqual([]);
    expect(second!.at.getTime()).toBeGreaterThan(first!.at.getTime());
  });

  it('mentions a whole team', async () => {
    const { account, agent, note, mentionedIds } = await given();
    const team = await givenTeam(account, [agent]);

    await note(`[@team](mention://team/${team.id}/team)`);

    expect(await mentionedIds()).toEqual([agent.id]);
  });

  it('leaves out users who are not of the account, or do not see the conversation', async () => {
    const { account, note, mentionedIds, following } = await given();
    const other = await givenAccount(test);
    const theirs = await givenTeam(other, [await givenAgent(test, other)]);
    const outsider = await givenAgent(test, account, 'Otto', { inboxes: [] });

    await note(
      `${link(other.administrator)} ${link(outsider)} ${link({ id: 999_999 })} (mention://team/${theirs.id}/x)
      (mention://user/99999999999/x) (mention://user/x/y) (mention://contact/1/x) mention://user/${account.administrator.id}/x`,
    );

    expect([await mentionedIds(), await following()]).toEqual([[], []]);
  });

  it('mentions no one when it is not private', async () => {
    const { agent, note, mentionedIds } = await given();

    await note(link(agent), { private: false });

    expect(await mentionedIds()).toEqual([]);
  });
});
