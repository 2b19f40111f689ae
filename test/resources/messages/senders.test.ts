import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenBot, givenContact, givenInbox } from '../../support/factories.ts';
import { ask, messagesOf, pathOf, reply, shown } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** A conversation with Carla, whose e-mail, phone number and identifier are known. */
async function given() {
  const account = await givenAccount(test);
  const inbox = await givenInbox(account);
  const contact = await givenContact(account, {
    name: 'Carla',
    email: 'carla@example.com',
    phone_number: '+4915112345678',
    identifier: 'c-1',
  });
  const { body: conversation } = await account.call('POST', '/conversations', {
    inbox_id: inbox.id,
    contact_id: contact.id,
  });
  return { account, contact, conversation };
}

describe('the sender of a message', () => {
  it('is the contact when the contact writes, no matter who makes the request', async () => {
    const { account, contact, conversation } = await given();

    const { body } = await ask(account, conversation);

    expect(body.sender_type).toBe('Contact');
    expect(body.sender).toEqual({
      id: contact.id,
      name: 'Carla',
      type: 'Contact',
      email: 'carla@example.com',
      phone_number: '+4915112345678',
      identifier: 'c-1',
      avatar_url: '',
      thumbnail: '',
    });
  });

  it('is the user who sends it', async () => {
    const { account, conversation } = await given();
    const agent = await givenAgent(test, account);

    const { body } = await reply(account, conversation, {}, agent.token);

    expect(body.sender_type).toBe('User');
    expect(body.sender).toEqual({
      id: agent.id,
      name: 'Gus Agent',
      type: 'User',
      available_name: 'Gus Agent',
      email: agent.email,
      avatar_url: '',
      thumbnail: '',
    });
  });

  it('goes by the display name of the user', async () => {
    const { account, conversation } = await given();
    const { id, token } = await givenAgent(test, account);
    await test.request('PATCH', '/api/v1/profile', { token, body: { display_name: 'Gus' } });

    const { body } = await reply(account, conversation, {}, token);

    expect(body.sender).toMatchObject({ id, name: 'Gus Agent', available_name: 'Gus' });
  });

  it('is the bot that sends it', async () => {
    const { account, conversation } = await given();
    const bot = await givenBot(test, account);

    const { body } = await reply(account, conversation, {}, bot.token);

    expect(body.sender_type).toBe('AgentBot');
    expect(body.sender).toEqual({ id: bot.id, name: 'Bo Bot', type: 'AgentBot', avatar_url: '', thumbnail: '' });
  });

  it('is null for an activity', async () => {
    const { account, conversation } = await given();
    await account.call('POST', pathOf(conversation, '/mute'));

    const [activity] = await messagesOf(account, conversation);

    expect(activity).toMatchObject({
      message_type: 2,
      sender: null,
      sender_type: null,
      private: false,
      content_type: 'text',
      attachments: [],
    });
  });

  it('is the same in the list, in the conversation and in the answer', async () => {
    const { account, conversation } = await given();
    const bot = await givenBot(test, account);

    for (const speak of [
      () => ask(account, conversation),
      () => reply(account, conversation),
      () => reply(account, conversation, {}, bot.token),
    ]) {
      const { body } = await speak();

      expect((await messagesOf(account, conversation)).at(-1).sender).toEqual(body.sender);
      expect((await shown(account, conversation)).messages[0].sender).toEqual(body.sender);
    }
  });
});
