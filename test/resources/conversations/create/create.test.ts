import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../../support/app.ts';
import { givenAgent, givenBot } from '../../../support/factories.ts';
import { messagesOf, shown } from '../../../support/conversation-calls.ts';
import { givenInboxAndContact } from '../../../support/inbox-and-contact.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('POST /conversations', () => {
  it('starts a conversation of a contact in an inbox', async () => {
    const { account, inbox, contact, create } = await givenInboxAndContact(test);
    const before = Math.floor(Date.now() / 1000);

    const { status, body } = await create();

    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: 1,
      display_id: 1,
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      account_id: account.id,
      inbox_id: inbox.id,
      status: 'open',
      priority: null,
      muted: false,
      snoozed_until: null,
      assignee: null,
      contact: { id: contact.id, name: 'Carla', email: 'carla@example.com' },
      meta: {
        sender: { id: contact.id, name: 'Carla', email: 'carla@example.com', blocked: false, thumbnail: '' },
        channel: 'Channel::Api',
        assignee: null,
        team: null,
        hmac_verified: false,
      },
      messages: [],
      last_non_activity_message: null,
      labels: [],
      unread_count: 0,
      can_reply: true,
      custom_attributes: {},
      additional_attributes: {},
      agent_last_seen_at: 0,
      assignee_last_seen_at: 0,
      contact_last_seen_at: 0,
      first_reply_created_at: 0,
    });
    for (const key of ['created_at', 'last_activity_at', 'timestamp', 'waiting_since']) {
      expect([key, Number.isInteger(body[key]) && body[key] >= before]).toEqual([key, true]);
    }
    expect(await shown(account, body)).toEqual(body);
  });

  it('answers with the activity of a contact who writes first', async () => {
    const { account, create } = await givenInboxAndContact(test);

    const { body } = await create({ message: { content: 'Hello?', message_type: 'incoming' } });

    expect(body.meta.sender.last_activity_at).toEqual(expect.any(Number));
    expect(body.meta.sender).toEqual((await shown(account, body)).meta.sender);
  });

  it('starts it with its first message', async () => {
    const { account, create } = await givenInboxAndContact(test);

    const { body } = await create({ message: { content: 'Hello', message_type: 'incoming', source_id: 'abc' } });

    expect(body).toMatchObject({ status: 'open', unread_count: 1 });
    expect(body.messages).toMatchObject([
      { content: 'Hello', message_type: 0, source_id: 'abc', sender: { type: 'Contact' } },
    ]);
    expect(await messagesOf(account, body)).toHaveLength(1);
  });

  it('treats the first message as one of the team unless it says otherwise', async () => {
    const { create } = await givenInboxAndContact(test);

    const { body } = await create({ message: { content: 'How can we help?' } });

    expect(body.messages).toMatchObject([{ message_type: 1, sender: { type: 'User', name: 'Ada Admin' } }]);
  });

  it('takes the first message with its files as a form', async () => {
    const { account, inbox, contact } = await givenInboxAndContact(test);
    const form = new FormData();
    form.set('inbox_id', String(inbox.id));
    form.set('contact_id', String(contact.id));
    form.set('custom_attributes', '{"plan":"gold"}');
    form.set('message[content]', 'See this');
    form.set('message[message_type]', 'incoming');
    form.append('message[attachments][]', new Blob(['a,b'], { type: 'text/csv' }), 'table.csv');

    const { status, body } = await account.call('POST', '/conversations', form);

    expect([status, body.custom_attributes]).toEqual([201, { plan: 'gold' }]);
    expect(body.messages).toMatchObject([
      { content: 'See this', attachments: [{ file_type: 'file', extension: 'csv', file_size: 3 }] },
    ]);
  });

  it('stores nothing of a form whose message is refused', async () => {
    const { account, inbox, contact } = await givenInboxAndContact(test);
    const form = new FormData();
    form.set('inbox_id', String(inbox.id));
    form.set('contact_id', String(contact.id));
    form.set('message[content]', ' ');

    const { status } = await account.call('POST', '/conversations', form);

    expect(status).toBe(422);
    expect((await account.call('GET', '/conversations')).body.data.meta.count).toBe(0);
  });

  it('reads the fields at the top and under "conversation"', async () => {
    const { account, inbox, contact } = await givenInboxAndContact(test);

    const { status, body } = await account.call('POST', '/conversations', {
      conversation: { inbox_id: inbox.id, contact_id: contact.id, status: 'pending' },
    });

    expect([status, body.status]).toEqual([201, 'pending']);
  });

  it('assigns it to an agent of the account', async () => {
    const { account, create } = await givenInboxAndContact(test);
    const agent = await givenAgent(test, account);

    const { body } = await create({ assignee_id: agent.id });

    expect(body.assignee).toMatchObject({ id: agent.id, name: agent.name, email: agent.email, role: 'agent' });
    expect(body.meta.assignee).toEqual(body.assignee);
  });

  it('may be done by agents and by bots', async () => {
    const { account, inbox, contact } = await givenInboxAndContact(test);
    const request = { inbox_id: inbox.id, contact_id: contact.id, message: { content: 'Beep' } };
    const agent = await givenAgent(test, account);
    const bot = await givenBot(test, account);

    const byAgent = await account.call('POST', '/conversations', request, { token: agent.token });
    const byBot = await account.call('POST', '/conversations', request, { token: bot.token });

    expect([byAgent.status, byBot.status]).toEqual([201, 201]);
    expect(byBot.body.messages).toMatchObject([{ sender: { id: bot.id, name: bot.name, type: 'AgentBot' } }]);
  });

  it('keeps custom and additional attributes', async () => {
    const { create } = await givenInboxAndContact(test);
    const attributes = {
      text: 'ü✓😀',
      number: 1.5,
      flag: false,
      list: [1, 'two', null],
      nested: { deep: { deeper: {} } },
      '': 'no name',
    };

    const { body } = await create({
      custom_attributes: attributes,
      additional_attributes: { ...attributes, referer: 'https://example.com' },
    });

    expect(body.custom_attributes).toEqual(attributes);
    expect(body.additional_attributes).toEqual({ ...attributes, referer: 'https://example.com' });
  });
});
