import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenBot, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';
import { activitiesOf, ask } from '../../support/conversation-calls.ts';

let test: TestApp;
let account: TestAccount;
let inboxId: number;
let contactId: number;
let bot: { id: number; token: string };
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  inboxId = (await givenInbox(account)).id;
  contactId = (await givenContact(account)).id;
  bot = await givenBot(test, account, inboxId);
});
afterAll(() => test.stop());

const asBot = (method: string, path: string, body?: unknown) => account.call(method, path, body, { token: bot.token });
const givenConversation = async () =>
  (await asBot('POST', '/conversations', { inbox_id: inboxId, contact_id: contactId })).body;

describe('a bot', () => {
  it.each([
    ['GET', '', undefined, 200],
    ['PATCH', '', { priority: 'high' }, 200],
    ['POST', '/toggle_status', { status: 'open' }, 200],
    ['POST', '/toggle_typing_status', { typing_status: 'on' }, 200],
    ['POST', '/toggle_priority', { priority: 'low' }, 200],
    ['POST', '/custom_attributes', { custom_attributes: { plan: 'gold' } }, 200],
    ['POST', '/messages', { content: 'Hello', message_type: 'outgoing' }, 201],
    ['POST', '/assignments', { assignee_id: null }, 200],
    ['GET', '/labels', undefined, 200],
    ['POST', '/labels', { labels: ['vip'] }, 200],
  ])('may %s conversations/{id}%s', async (method, below, body, status) => {
    const conversation = await givenConversation();

    const answer = await asBot(method, `/conversations/${conversation.id}${below}`, body);

    expect(answer.status).toBe(status);
  });

  it.each([
    ['GET', '/conversations'],
    ['GET', '/conversations/meta'],
    ['DELETE', '/conversations/1'],
    ['POST', '/conversations/1/mute'],
    ['POST', '/conversations/1/update_last_seen'],
    ['GET', '/conversations/1/messages'],
    ['DELETE', '/conversations/1/messages/1'],
    ['GET', '/contacts'],
    ['GET', '/inboxes'],
    ['GET', '/agents'],
    ['GET', '/agent_bots'],
    ['POST', '/webhooks'],
    ['GET', ''],
    ['GET', '/cache_keys'],
  ])('may not %s %s', async (method, path) => {
    const { status, body } = await asBot(method, path, method === 'GET' ? undefined : {});

    expect([status, body.error]).toEqual([403, 'Access denied']);
  });

  it('hands a pending conversation over to people, and the waiting time starts then', async () => {
    const conversation = await givenConversation();
    await ask(account, conversation);

    const { body } = await asBot('POST', `/conversations/${conversation.id}/toggle_status`, { status: 'open' });

    const shown = (await account.call('GET', `/conversations/${conversation.id}`)).body;
    expect([conversation.status, body.status, shown.status]).toEqual(['pending', 'open', 'open']);
    expect(shown.waiting_since).toBeGreaterThan(0);
    expect(await activitiesOf(account, conversation)).toEqual(['Conversation was reopened by Bo Bot']);
  });
});
