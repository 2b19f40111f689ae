import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventsDuring, typesOf } from '../../support/events.ts';
import {
  beginByCampaign,
  givenConversationWith,
  automaticTexts,
  templatesOf,
} from '../../support/automatic-messages.ts';
import { ask, reply, shown } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const HELLO = { greeting_enabled: true, greeting_message: 'Hello, how can we help?' };

describe('the greeting', () => {
  it('follows the first message of the contact, before that is answered', async () => {
    const { account, conversation } = await givenConversationWith(test, HELLO);

    const events = await eventsDuring(test, account, () => ask(account, conversation));

    expect(await templatesOf(account, conversation)).toEqual([
      expect.objectContaining({
        content: 'Hello, how can we help?',
        content_type: 'text',
        private: false,
        sender: null,
        status: 'sent',
      }),
    ]);
    expect(typesOf(events)).toEqual(['message_created', 'message_created']);
    expect(events.map(({ payload }) => payload.message_type)).toEqual(['incoming', 'template']);
  });

  it('is sent once', async () => {
    const { account, conversation } = await givenConversationWith(test, HELLO);
    await ask(account, conversation);

    await ask(account, conversation);

    expect(await automaticTexts(account, conversation)).toEqual([HELLO.greeting_message]);
  });

  it('leaves the contact waiting for an answer', async () => {
    const { account, conversation } = await givenConversationWith(test, HELLO);

    await ask(account, conversation);

    expect(await shown(account, conversation)).toMatchObject({
      waiting_since: expect.any(Number),
      first_reply_created_at: 0,
      unread_count: 1,
      last_non_activity_message: { content: HELLO.greeting_message },
    });
    expect((await shown(account, conversation)).waiting_since).toBeGreaterThan(0);
  });

  it.each([
    ['an answer', {}],
    ['a private note', { private: true }],
  ])('is not sent after %s of the team', async (_, more) => {
    const { account, conversation } = await givenConversationWith(test, HELLO);
    await reply(account, conversation, more);

    await ask(account, conversation);

    expect(await automaticTexts(account, conversation)).toEqual([]);
  });

  it.each([
    ['when it is off', { ...HELLO, greeting_enabled: false }],
    ['without a text', { ...HELLO, greeting_message: null }],
    ['with a blank text', { ...HELLO, greeting_message: '  ' }],
  ])('is not sent %s', async (_, settings) => {
    const { account, conversation } = await givenConversationWith(test, settings);

    await ask(account, conversation);

    expect(await automaticTexts(account, conversation)).toEqual([]);
  });

  it('is not sent in a conversation that a campaign started', async () => {
    const { account, inbox, conversation } = await givenConversationWith(test, HELLO);
    await beginByCampaign(test, account, inbox);

    await ask(account, conversation);

    expect(await automaticTexts(account, conversation)).toEqual([]);
  });

  it('is not sent to an automatic mail', async () => {
    const { account, conversation } = await givenConversationWith(test, HELLO);

    await ask(account, conversation, {
      content_type: 'incoming_email',
      content_attributes: { email: { auto_reply: true } },
    });

    expect(await automaticTexts(account, conversation)).toEqual([]);
  });

  it('is sent to a contact who wrote a mail', async () => {
    const { account, conversation } = await givenConversationWith(test, HELLO);

    await ask(account, conversation, { content_type: 'incoming_email', content_attributes: { email: {} } });

    expect(await automaticTexts(account, conversation)).toEqual([HELLO.greeting_message]);
  });

  it('is in the answer that creates a conversation with a first message', async () => {
    const { account, inbox, conversation } = await givenConversationWith(test, HELLO);

    const { body } = await account.call('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: conversation.contact.id,
      message: { content: 'Hi', message_type: 'incoming' },
    });

    expect(body.last_non_activity_message).toMatchObject({ content: HELLO.greeting_message });
    expect(await automaticTexts(account, body)).toEqual([HELLO.greeting_message]);
  });
});
