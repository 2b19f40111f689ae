import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventsDuring, type Recorded, typesOf } from '../../support/events.ts';
import { givenAccount, givenAgentOnline, givenBot, givenConversation, givenFile } from '../../support/factories.ts';
import { ask, pathOf, reply } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function given() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  return { account, conversation };
}

describe('message_created', () => {
  it("has the documented envelope, and Chatwoot's keys beside it", async () => {
    const { account, conversation } = await given();

    const events = await eventsDuring(test, account, () =>
      ask(account, conversation, { content: 'Hello', source_id: 's-1', content_attributes: { a: 1 } }),
    );

    const [{ id, payload }] = events as [Recorded];
    const sender = { id: conversation.contact.id, name: 'Carla Contact', type: 'Contact' };
    expect(payload).toMatchObject({
      event: 'message_created',
      id,
      event_id: id,
      account: { id: account.id, name: account.name },
      inbox: { id: conversation.inbox_id, name: 'Support' },
      conversation: {
        id: conversation.id,
        display_id: conversation.id,
        status: 'open',
        contact: { id: conversation.contact.id },
        unread_count: 1,
      },
      message: {
        id: expect.any(Number),
        content: 'Hello',
        message_type: 'incoming',
        content_type: 'text',
        created_at: expect.any(Number),
        sender,
        private: false,
        status: 'sent',
        source_id: 's-1',
        attachments: [],
      },
      content: 'Hello',
      message_type: 'incoming',
      content_type: 'text',
      content_attributes: { a: 1 },
      additional_attributes: {},
      private: false,
      source_id: 's-1',
      created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      sender: { ...sender, type: 'contact' },
    });
    expect(payload.conversation.messages).toMatchObject([{ id: payload.message.id, message_type: 0 }]);
    expect('changed_attributes' in payload).toBe(false);
    expect('attachments' in payload).toBe(false);
  });

  it('has all of the contact who sent it', async () => {
    const { account, conversation } = await given();
    const { id } = conversation.contact;
    await account.call('PATCH', `/contacts/${id}`, {
      email: 'carla@example.com',
      phone_number: '+14155550123',
      identifier: 'c-1',
      custom_attributes: { plan: 'gold' },
      additional_attributes: { city: 'Berlin' },
    });

    const [event] = await eventsDuring(test, account, () => ask(account, conversation));

    const sender = {
      id,
      account: { id: account.id, name: account.name },
      name: 'Carla Contact',
      email: 'carla@example.com',
      phone_number: '+14155550123',
      identifier: 'c-1',
      avatar: '',
      avatar_url: '',
      thumbnail: '',
      blocked: false,
      custom_attributes: { plan: 'gold' },
      additional_attributes: { city: 'Berlin' },
    };
    expect(event!.payload.sender).toEqual({ ...sender, type: 'contact' });
    expect(event!.payload.message.sender).toEqual({ ...sender, type: 'Contact' });
    expect(event!.payload.conversation.messages[0].sender).toEqual({ ...sender, type: 'Contact' });
  });

  it('says how available the user is who sent it', async () => {
    const { account, conversation } = await given();
    const agent = await givenAgentOnline(test, account);
    const send = async (token: string) => {
      const [event] = await eventsDuring(test, account, () => reply(account, conversation, {}, token));
      return event!.payload;
    };

    const online = await send(agent.token);
    const [later] = await eventsDuring(test, account, () =>
      account.call('POST', pathOf(conversation, '/toggle_priority'), { priority: 'high' }),
    );
    const offline = await send(account.administrator.token);

    expect(online.sender).toMatchObject({ id: agent.id, type: 'user', availability_status: 'online' });
    expect(online.conversation.messages[0].sender).toMatchObject({ type: 'User', availability_status: 'online' });
    expect(offline.sender).toMatchObject({ type: 'user', availability_status: 'offline' });
    expect(offline.message.sender).toMatchObject({ type: 'User', availability_status: 'offline' });
    expect(later!.payload.messages[0].sender).toMatchObject({ id: agent.id, availability_status: 'online' });
  });

  it('has attachments inside of its conversation only where there are any', async () => {
    const { account, conversation } = await given();

    const [plain] = await eventsDuring(test, account, () => reply(account, conversation));
    const [withFile] = await eventsDuring(test, account, () => givenFile(account, conversation.id));

    expect('attachments' in plain!.payload.conversation.messages[0]).toBe(false);
    expect(plain!.payload.message.attachments).toEqual([]);
    expect(withFile!.payload.conversation.messages[0].attachments).toEqual(withFile!.payload.attachments);
  });

  it('says who sent it', async () => {
    const { account, conversation } = await given();
    const bot = await givenBot(test, account);

    const events = await eventsDuring(test, account, async () => {
      await reply(account, conversation);
      await reply(account, conversation, {}, bot.token);
    });

    const senders = events.filter(({ type }) => type === 'message_created').map(({ payload }) => payload.message);
    expect(senders).toMatchObject([
      { message_type: 'outgoing', sender: { id: account.administrator.id, name: 'Ada Admin', type: 'User' } },
      { message_type: 'outgoing', sender: { id: bot.id, name: 'Bo Bot', type: 'AgentBot' } },
    ]);
  });

  it('is recorded of private notes, which the conversation in it does not show', async () => {
    const { account, conversation } = await given();
    const { body: message } = await ask(account, conversation);

    const events = await eventsDuring(test, account, () =>
      reply(account, conversation, { content: 'note', private: true }),
    );

    expect(typesOf(events)).toEqual(['message_created']);
    expect(events[0]!.payload).toMatchObject({
      private: true,
      content: 'note',
      message: { private: true },
      conversation: { messages: [{ id: message.id }] },
    });
  });

  it('is not recorded of activities', async () => {
    const { account, conversation } = await given();

    const events = await eventsDuring(test, account, async () => {
      await account.call('POST', pathOf(conversation, '/mute'));
      await account.call('PATCH', pathOf(conversation), { priority: 'high' });
    });

    expect(typesOf(events)).toEqual(['conversation_updated', 'conversation_updated']);
  });

  it('has the attachments of the message', async () => {
    const { account, conversation } = await given();
    const form = new FormData();
    form.set('message_type', 'outgoing');
    form.append('attachments[]', new Blob(['a'], { type: 'text/plain' }), 'a.txt');

    const events = await eventsDuring(test, account, () =>
      account.call('POST', pathOf(conversation, '/messages'), form),
    );

    const attachment = {
      file_type: 'file',
      extension: 'txt',
      file_size: 1,
      data_url: expect.stringContaining('/files/'),
    };
    expect(events[0]!.payload).toMatchObject({ attachments: [attachment], message: { attachments: [attachment] } });
  });

  it('is recorded once for each message, however many are created at once', async () => {
    const { account, conversation } = await given();

    const events = await eventsDuring(test, account, () =>
      Promise.all(Array.from({ length: 20 }, (_, index) => ask(account, conversation, { content: `${index}` }))),
    );

    expect(typesOf(events)).toEqual(Array(20).fill('message_created'));
    expect(new Set(events.map(({ payload }) => payload.content)).size).toBe(20);
    expect(events.map(({ payload }) => payload.conversation.unread_count)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });
});

describe('message_updated', () => {
  it('shows the message as it is, and the newest of its conversation', async () => {
    const { account, conversation } = await given();
    const { body: first } = await reply(account, conversation, { content: 'first' });
    const { body: second } = await reply(account, conversation, { content: 'second' });

    const events = await eventsDuring(test, account, () =>
      account.call('PATCH', pathOf(conversation, `/messages/${first.id}`), {
        status: 'failed',
        external_error: 'no signal',
      }),
    );

    expect(typesOf(events)).toEqual(['message_updated']);
    expect(events[0]!.payload).toMatchObject({
      event: 'message_updated',
      content: 'first',
      content_attributes: { external_error: 'no signal' },
      message: { id: first.id, status: 'failed', external_error: 'no signal' },
      conversation: { messages: [{ id: second.id }] },
      changed_attributes: [
        { status: { previous_value: 'sent', current_value: 'failed' } },
        { external_error: { previous_value: null, current_value: 'no signal' } },
      ],
    });
  });

  it('is not recorded of activities', async () => {
    const { account, conversation } = await given();
    await account.call('POST', pathOf(conversation, '/mute'));
    const { id } = (await account.call('GET', pathOf(conversation, '/messages'))).body.payload[0];

    const events = await eventsDuring(test, account, () =>
      account.call('DELETE', pathOf(conversation, `/messages/${id}`)),
    );

    expect(events).toEqual([]);
  });
});
