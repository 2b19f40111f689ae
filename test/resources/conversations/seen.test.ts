import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventsDuring } from '../../support/events.ts';
import { givenAccount, givenAgent, givenBot, givenConversation } from '../../support/factories.ts';
import { ask, pathOf, reply, shown } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** A conversation in which the contact has written `count` messages. */
async function given(count: number) {
  const account = await givenAccount(test);
  const agent = await givenAgent(test, account);
  const conversation = await givenConversation(account);
  for (let written = 0; written < count; written++) await ask(account, conversation);
  return { account, agent, conversation };
}

const seconds = () => Math.floor(Date.now() / 1000);

describe('unread_count', () => {
  it('counts what the contact wrote since the team last looked, without a limit', async () => {
    const { account, conversation } = await given(12);
    await reply(account, conversation);
    await reply(account, conversation, { private: true });
    const before = await shown(account, conversation);

    await account.call('POST', pathOf(conversation, '/update_last_seen'));
    await ask(account, conversation);

    expect(before.unread_count).toBe(12);
    expect((await shown(account, conversation)).unread_count).toBe(1);
  });
});

describe('POST /conversations/{id}/update_last_seen', () => {
  it('stores when the team has seen everything, and answers the conversation', async () => {
    const { account, agent, conversation } = await given(2);
    const before = seconds();

    const { status, body } = await account.call('POST', pathOf(conversation, '/update_last_seen'), undefined, {
      token: agent.token,
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({ id: conversation.id, unread_count: 0, assignee_last_seen_at: 0 });
    expect(body.agent_last_seen_at).toBeGreaterThanOrEqual(before);
    expect(await shown(account, conversation)).toEqual(body);
  });

  it('stores it for the assignee too when the assignee looks', async () => {
    const { account } = await given(0);
    const assignee = await givenAgent(test, account);
    const conversation = await givenConversation(account, { assignee_id: assignee.id });

    const { body } = await account.call('POST', pathOf(conversation, '/update_last_seen'), undefined, {
      token: assignee.token,
    });

    expect(body.assignee_last_seen_at).toBeGreaterThan(0);
    expect(body.assignee_last_seen_at).toBe(body.agent_last_seen_at);
  });

  it('records no event', async () => {
    const { account, conversation } = await given(1);

    const events = await eventsDuring(test, account, async () => {
      await account.call('POST', pathOf(conversation, '/update_last_seen'));
      await account.call('POST', pathOf(conversation, '/unread'));
    });

    expect(events).toEqual([]);
  });
});

describe('POST /conversations/{id}/unread', () => {
  it('makes the newest message of the contact unread', async () => {
    const { account, conversation } = await given(3);
    await test
      .rows()
      .updateTable('messages')
      .set({ created_at: new Date(Date.now() - 60_000) })
      .where('account_id', '=', account.id)
      .execute();
    await ask(account, conversation);
    await account.call('POST', pathOf(conversation, '/update_last_seen'));
    await reply(account, conversation);

    const { status, body } = await account.call('POST', pathOf(conversation, '/unread'));

    expect([status, body.unread_count]).toEqual([200, 1]);
    expect(body.agent_last_seen_at).toBeGreaterThan(0);
    expect(body.assignee_last_seen_at).toBe(body.agent_last_seen_at);
    expect(await shown(account, conversation)).toEqual(body);
  });

  it('clears when the team looked if the contact has written nothing', async () => {
    const { account, conversation } = await given(0);
    await account.call('POST', pathOf(conversation, '/update_last_seen'));

    const { status, body } = await account.call('POST', pathOf(conversation, '/unread'));

    expect([status, body.unread_count, body.agent_last_seen_at]).toEqual([200, 0, 0]);
  });
});

describe('both', () => {
  it.each(['update_last_seen', 'unread'])('%s is not for bots, and only in its own account', async (action) => {
    const { account, conversation } = await given(1);
    const bot = await givenBot(test, account);
    const { account: other } = await given(0);

    const byBot = await account.call('POST', pathOf(conversation, `/${action}`), undefined, { token: bot.token });
    const absent = await other.call('POST', pathOf({ id: 2 }, `/${action}`));

    expect([byBot.status, byBot.body.error]).toEqual([403, 'Access denied']);
    expect([absent.status, absent.body.error]).toEqual([404, 'Conversation not found']);
  });
});
