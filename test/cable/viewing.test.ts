import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import {
  type BareSocket,
  closeSockets,
  givenContactListener,
  givenListener,
  settleSockets,
} from '../support/cable/bare-socket.ts';
import { ask } from '../support/conversation-calls.ts';
import { view, viewingsOf } from '../support/cable/view.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenAgent, givenConversation, givenTeam } from '../support/factories.ts';
import { givenReaderToken } from '../support/reader-token.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterEach(closeSockets);
afterAll(() => test.stop());

async function given() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  const agent = await givenAgent(test, account, 'Gus Agent');
  const admin = await givenListener(test, account, account.administrator);
  return { account, conversation, agent, admin };
}

/** What the socket has been told of who views, once there is so much. */
const heard = (socket: BareSocket, count: number) =>
  eventually(
    () => viewingsOf(socket),
    (all) => all.length >= count,
  );

describe('a member who has a conversation open', () => {
  it('is told to the others of the team, and so is that they close it', async () => {
    const { account, conversation, agent, admin } = await given();
    const socket = await givenListener(test, account, agent);

    await view(socket, [conversation.id]);
    await heard(admin, 1);
    await view(socket, []);
    const all = await heard(admin, 2);

    expect(all).toMatchObject([
      {
        conversation_id: conversation.id,
        account_id: account.id,
        user: { id: agent.id, name: 'Gus Agent' },
        is_viewing: true,
      },
      { conversation_id: conversation.id, user: { id: agent.id }, is_viewing: false },
    ]);
    expect(viewingsOf(socket)).toEqual([]);
  });

  it('no longer has it open when the socket is gone, unless another socket has', async () => {
    const { account, conversation, agent, admin } = await given();
    const [one, other] = [await givenListener(test, account, agent), await givenListener(test, account, agent)];
    await view(one, [conversation.id]);
    await view(other, [conversation.id]);
    await heard(admin, 2);

    await one.close();
    await ask(account, conversation);
    await admin.frame(({ message }) => message?.event === 'message.created');
    const between = viewingsOf(admin).length;
    await other.close();
    const all = await heard(admin, 3);

    expect(between).toBe(2);
    expect(all.map(({ is_viewing: is }) => is)).toEqual([true, true, false]);
  });

  it('is told who else has it open, as they alone are', async () => {
    const { account, conversation, agent, admin } = await given();
    const third = await givenListener(test, account, await givenAgent(test, account, 'Tom Third'));
    const socket = await givenListener(test, account, agent);
    await view(admin, [conversation.id]);
    await heard(third, 1);

    await view(socket, [conversation.id]);
    const all = await heard(socket, 2);
    await heard(third, 2);

    // Once when it happened, and once as an answer.
    expect(all.map(({ user, is_viewing: is }) => [user.id, is])).toEqual(
      Array(2).fill([account.administrator.id, true]),
    );
    expect(viewingsOf(third).map(({ user }) => user.id)).toEqual([account.administrator.id, agent.id]);
  });

  it('repeats nothing while it stays the same', async () => {
    const { account, conversation, agent, admin } = await given();
    const socket = await givenListener(test, account, agent);

    for (let times = 0; times < 3; times += 1) await view(socket, [conversation.id, conversation.id]);
    await view(socket, []);

    expect(await heard(admin, 2)).toHaveLength(2);
  });
});

describe('who has a conversation open', () => {
  it('is told to those who may see it: members of its inbox and team, and administrators', async () => {
    const { account, conversation, admin } = await given();
    const outside = await givenAgent(test, account, 'Otto Outside', { inboxes: [] });
    const ofTeam = await givenAgent(test, account, 'Tea Team', { inboxes: [] });
    const team = await givenTeam(account, [ofTeam]);
    await account.call('POST', `/conversations/${conversation.id}/assignments`, { team_id: team.id });
    const [inTeam, outsider] = [
      await givenListener(test, account, ofTeam),
      await givenListener(test, account, outside),
    ];
    const contact = await givenContactListener(test, conversation.meta.sender.id, conversation.inbox_id);

    await view(admin, [conversation.id]);
    await heard(inTeam, 1);
    await settleSockets();

    expect([viewingsOf(outsider), viewingsOf(contact)]).toEqual([[], []]);
  });

  it('is not told by those who may not see it, who only read, or who are of another account', async () => {
    const { account, conversation, agent, admin } = await given();
    const outside = await givenAgent(test, account, 'Otto Outside', { inboxes: [] });
    const other = await givenAccount(test, 'Other');
    const reader = await givenReaderToken(test, account.administrator.id);
    const tellers = [
      await givenListener(test, account, outside),
      await givenListener(test, account, { id: account.administrator.id, token: reader }),
      await givenListener(test, other, other.administrator),
      await givenContactListener(test, conversation.meta.sender.id, conversation.inbox_id),
    ];
    for (const socket of tellers) await view(socket, [conversation.id]);
    const listening = await givenListener(test, account, agent);
    await view(listening, [conversation.id, 999_999]);

    const all = await heard(admin, 1);

    expect(all.map(({ user }) => user.id)).toEqual([agent.id]);
    expect(viewingsOf(listening)).toEqual([]);
  });
});
