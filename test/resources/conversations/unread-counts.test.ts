import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { ask, pathOf } from '../../support/conversation-calls.ts';
import { givenAccount, givenAgent, givenConversation, givenTeam, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function givenUnread(account: TestAccount, more: object = {}) {
  const conversation = await givenConversation(account, more);
  await ask(account, conversation);
  await ask(account, conversation);
  return conversation;
}

async function countsOf(account: TestAccount, token?: string) {
  const { status, body } = await account.call('GET', '/conversations/unread_counts', undefined, token ? { token } : {});
  expect(status).toBe(200);
  return body.payload;
}

describe('GET /conversations/unread_counts', () => {
  it('counts open conversations with unread messages by inbox, label and team', async () => {
    const account = await givenAccount(test);
    const team = await givenTeam(account);
    const label = (await account.call('POST', '/labels', { title: 'vip' })).body;
    const one = await givenUnread(account, { team_id: team.id });
    const other = await givenUnread(account);
    await account.call('POST', pathOf(one, '/labels'), { labels: ['vip', 'not in the list'] });
    await account.call('POST', pathOf(other, '/labels'), { labels: ['vip'] });

    const counts = await countsOf(account);

    expect(counts).toEqual({
      inboxes: { [one.inbox_id]: 1, [other.inbox_id]: 1 },
      labels: { [label.id]: 2 },
      teams: { [team.id]: 1 },
    });
  });

  it('leaves out what has been read, and what is not open', async () => {
    const account = await givenAccount(test);
    const read = await givenUnread(account);
    const resolved = await givenUnread(account);
    await givenConversation(account);
    await account.call('POST', pathOf(read, '/update_last_seen'));
    await account.call('POST', pathOf(resolved, '/toggle_status'), { status: 'resolved' });

    expect(await countsOf(account)).toEqual({ inboxes: {}, labels: {}, teams: {} });
  });

  it('counts for agents only the inboxes that they are members of', async () => {
    const account = await givenAccount(test);
    const [own, other] = [await givenUnread(account), await givenUnread(account)];
    const agent = await givenAgent(test, account, 'Gus', { inboxes: [own.inbox_id] });
    const outsider = await givenAgent(test, account, 'Ina', { inboxes: [] });

    expect((await countsOf(account, agent.token)).inboxes).toEqual({ [own.inbox_id]: 1 });
    expect((await countsOf(account, outsider.token)).inboxes).toEqual({});
    expect((await countsOf(account)).inboxes).toEqual({ [own.inbox_id]: 1, [other.inbox_id]: 1 });
  });
});
