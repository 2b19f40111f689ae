import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../../support/events.ts';
import {
  givenAccount,
  givenAgent,
  givenBot,
  givenContact,
  givenConversation,
  givenInbox,
} from '../../../support/factories.ts';
import { activitiesOf, reply, shown, toggle } from '../../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('an agent who opens a conversation', () => {
  it('is assigned to it', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const conversation = await givenConversation(account, { status: 'resolved' });

    const events = await eventsDuring(test, account, () => toggle(account, conversation, 'open', {}, agent.token));

    expect(await shown(account, conversation)).toMatchObject({
      status: 'open',
      assignee: { id: agent.id, name: agent.name },
    });
    expect(await activitiesOf(account, conversation)).toEqual([
      'Conversation was reopened by Gus Agent',
      'Gus Agent took this conversation',
    ]);
    expect(typesOf(events)).toEqual(['conversation_status_changed', 'conversation_updated', 'conversation_updated']);
    expect(changesOf(events[2]!)).toEqual({ assignee_id: [null, agent.id] });
    expect(events[2]!.payload).toMatchObject({ assignee: { id: agent.id }, meta: { assignee_type: 'User' } });
  });

  it('takes it over from its assignee', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const conversation = await givenConversation(account, { status: 'pending', assignee_id: account.administrator.id });

    await toggle(account, conversation, 'open', {}, agent.token);

    expect((await shown(account, conversation)).assignee.id).toBe(agent.id);
  });

  it('stays assigned to it', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const conversation = await givenConversation(account, { status: 'pending', assignee_id: agent.id });

    const events = await eventsDuring(test, account, () => toggle(account, conversation, 'open', {}, agent.token));

    expect(typesOf(events)).toEqual(['conversation_status_changed', 'conversation_updated']);
    expect((await shown(account, conversation)).assignee.id).toBe(agent.id);
  });

  it('is not assigned to it by resolving it', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const conversation = await givenConversation(account);

    await toggle(account, conversation, 'resolved', {}, agent.token);

    expect((await shown(account, conversation)).assignee).toBeNull();
  });
});

describe('an administrator who opens a conversation', () => {
  it('keeps its assignee', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const conversation = await givenConversation(account, { status: 'resolved', assignee_id: agent.id });

    await toggle(account, conversation, 'open');

    expect((await shown(account, conversation)).assignee.id).toBe(agent.id);
  });
});

describe('a bot that opens a pending conversation', () => {
  /** A pending conversation that its bot has answered, so that nobody waits. */
  async function given() {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const bot = await givenBot(test, account, inbox.id);
    const contact = await givenContact(account);
    const { body: conversation } = await account.call('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: contact.id,
    });
    await reply(account, conversation, {}, bot.token);
    return { account, bot, conversation };
  }

  it('hands it over to people, and the waiting time starts then', async () => {
    const { account, bot, conversation } = await given();
    const before = await shown(account, conversation);

    const events = await eventsDuring(test, account, () => toggle(account, conversation, 'open', {}, bot.token));

    const after = await shown(account, conversation);
    expect([before.status, before.waiting_since]).toEqual(['pending', 0]);
    expect([after.status, after.waiting_since > 0, after.assignee]).toEqual(['open', true, null]);
    expect(typesOf(events)).toEqual([
      'conversation_status_changed',
      'conversation_updated',
      'conversation_opened',
      'conversation_bot_handoff',
    ]);
    expect(changesOf(events[1]!)).toEqual({ status: ['pending', 'open'], waiting_since: [null, expect.any(String)] });
    expect(await activitiesOf(account, conversation)).toEqual(['Conversation was reopened by Bo Bot']);
  });

  it('starts no waiting time when an agent opens it', async () => {
    const { account, conversation } = await given();

    await toggle(account, conversation, 'open');

    expect((await shown(account, conversation)).waiting_since).toBe(0);
  });
});
