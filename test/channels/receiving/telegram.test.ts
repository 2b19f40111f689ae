import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf, reply, toggle } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import type { ProviderServer } from '../../support/providers/provider-server.ts';
import { givenTelegram, type TelegramMessage } from '../../support/providers/telegram.ts';
import { conversationsIn, messagesIn, received, type ShownMessage } from '../../support/receiving/received.ts';
import {
  editOf,
  givenBot,
  messageFrom,
  somebody,
  type TelegramBot,
  update,
} from '../../support/receiving/telegram-chat.ts';

let telegram: ProviderServer<TelegramMessage>;
let test: TestApp;
beforeAll(async () => {
  telegram = await givenTelegram();
  test = await givenApp({ 'channels.telegram_url': telegram.url, 'channels.retry_seconds': '0' });
});
afterAll(async () => {
  await test.stop();
  await telegram.stop();
});

/** An account with a bot of its own. */
async function withBot(work: (account: TestAccount, bot: TelegramBot) => Promise<void>): Promise<void> {
  const account = await givenAccount(test);
  await work(account, await givenBot(account, telegram));
}

describe('a Telegram inbox', () => {
  it('tells Telegram where to send updates, with a secret, and shows the name of the bot', () =>
    withBot(async (account, bot) => {
      const shown = await eventually(
        async () => (await account.call('GET', `/inboxes/${bot.inbox.id}`)).body,
        ({ bot_name: name }) => name !== null,
      );

      expect(shown).toMatchObject({
        bot_name: 'acme_bot',
        webhook_error: null,
        callback_webhook_url: expect.stringContaining(bot.path),
      });
      expect(bot.secret).toMatch(/^[\w-]{20,256}$/);
      expect(bot.path).not.toContain(bot.token);
    }));
});

describe('a text that somebody writes to a bot', () => {
  it('begins a conversation, with a contact', () =>
    withBot(async (account, bot) => {
      const person = somebody({ last_name: 'Contact', username: 'carla', language_code: 'pt' });
      const given = messageFrom(person, { text: 'Where is my parcel?' });

      const { status, text } = await update(test, bot, given);
      const [message] = await received(account, bot.inbox, 1);

      expect([status, text]).toEqual([200, '']);
      expect(message).toMatchObject({
        content: 'Where is my parcel?',
        message_type: 0,
        source_id: String(given.message.message_id),
        sender: { name: 'Carla Contact' },
      });
      const [conversation] = await conversationsIn(account, bot.inbox);
      expect(conversation).toMatchObject({
        status: 'open',
        additional_attributes: { chat_id: person.id },
        meta: {
          sender: {
            name: 'Carla Contact',
            additional_attributes: { username: 'carla', language_code: 'pt', social_telegram_user_id: person.id },
          },
        },
      });
    }));

  it('continues a conversation that is not resolved, and begins another after it', () =>
    withBot(async (account, bot) => {
      const person = somebody();
      await update(test, bot, messageFrom(person, { text: 'one' }));
      await update(test, bot, messageFrom(person, { text: 'two' }));
      await received(account, bot.inbox, 2);
      const [first] = await conversationsIn(account, bot.inbox);
      await toggle(account, first!, 'resolved');
      await update(test, bot, messageFrom(person, { text: 'three' }));
      await received(account, bot.inbox, 3);

      const conversations = await conversationsIn(account, bot.inbox);
      expect(conversations.map(({ status }) => status)).toEqual(['resolved', 'open']);
    }));

  it('continues the newest conversation of an inbox that is locked to one', () =>
    withBot(async (account, bot) => {
      await account.call('PATCH', `/inboxes/${bot.inbox.id}`, { lock_to_single_conversation: true });
      const person = somebody();
      await update(test, bot, messageFrom(person, { text: 'one' }));
      await received(account, bot.inbox, 1);
      const [first] = await conversationsIn(account, bot.inbox);
      await toggle(account, first!, 'resolved');
      await update(test, bot, messageFrom(person, { text: 'two' }));
      await received(account, bot.inbox, 2);

      const conversations = await conversationsIn(account, bot.inbox);
      expect(conversations.map(({ status }) => status)).toEqual(['open']);
    }));

  it('is there once, however often and in whichever order it comes', () =>
    withBot(async (account, bot) => {
      const person = somebody();
      const updates = ['one', 'two', 'three'].map((text) => messageFrom(person, { text }));

      const answers = await Promise.all([...updates, ...updates.toReversed()].map((one) => update(test, bot, one)));
      await Promise.all(updates.map((one) => update(test, bot, one)));
      // Another update with the same message.
      await update(test, bot, { ...updates[0], update_id: updates[2]!.update_id + 1000 });
      await update(test, bot, messageFrom(person, { text: 'last' }));
      const shown = await eventually(
        () => messagesIn(account, bot.inbox),
        (messages) => messages.some(({ content }) => content === 'last'),
      );

      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      expect(shown.map(({ content }) => content).toSorted()).toEqual(['last', 'one', 'three', 'two']);
      expect(await conversationsIn(account, bot.inbox)).toHaveLength(1);
    }));

  it('is answered in its chat, and can answer a message', () =>
    withBot(async (account, bot) => {
      const person = somebody();
      await update(test, bot, messageFrom(person, { text: 'Hello?' }));
      await received(account, bot.inbox, 1);
      const [conversation] = await conversationsIn(account, bot.inbox);
      const { body } = await reply(account, conversation!, { content: 'How can I help?' });
      const sent = await eventually(
        async () => ((await messagesOf(account, conversation!)) as ShownMessage[]).find(({ id }) => id === body.id)!,
        ({ source_id: id }) => id !== null,
      );
      const answer = messageFrom(person, {
        text: 'With my parcel',
        reply_to_message: { message_id: Number(sent.source_id) },
      });
      await update(test, bot, answer);
      const shown = await received(account, bot.inbox, 3);

      expect(telegram.sent.at(-1)?.fields).toMatchObject({ chat_id: String(person.id), text: 'How can I help?' });
      expect(shown.at(-1)).toMatchObject({
        content: 'With my parcel',
        content_attributes: { in_reply_to: body.id, in_reply_to_external_id: sent.source_id },
      });
    }));

  it('is changed when it is edited, also where the edit comes first', () =>
    withBot(async (account, bot) => {
      const person = somebody();
      const one = messageFrom(person, { text: 'one' });
      const two = messageFrom(person, { text: 'two' });
      await update(test, bot, one);
      await update(test, bot, editOf(one, { text: 'ONE' }));
      await update(test, bot, editOf(two, { text: 'TWO' }));
      await update(test, bot, two);
      await update(test, bot, messageFrom(person, { text: 'three' }));
      const shown = await received(account, bot.inbox, 3);

      expect(shown.map(({ content, content_attributes: { edited: isEdited } }) => [content, isEdited])).toEqual([
        ['ONE', true],
        ['TWO', true],
        ['three', undefined],
      ]);
    }));
});

describe('an update', () => {
  it('is refused without the secret of its inbox', () =>
    withBot(async (account, bot) => {
      const given = messageFrom(somebody(), { text: 'I am Telegram' });
      const forged = [await update(test, bot, given, null), await update(test, bot, given, `${bot.secret}x`)];
      await update(test, bot, messageFrom(somebody(), { text: 'genuine' }));
      const shown = await received(account, bot.inbox, 1);

      expect(forged.map(({ status, body }) => [status, body.error])).toEqual([
        [401, 'Unauthorized'],
        [401, 'Unauthorized'],
      ]);
      expect(shown.map(({ content }) => content)).toEqual(['genuine']);
    }));

  it('may also come to the path with the token, and says nothing where there is no such bot', () =>
    withBot(async (account, bot) => {
      const given = messageFrom(somebody(), { text: 'by token' });
      await update(test, { ...bot, path: `/webhooks/telegram/${bot.token}` }, given);
      const shown = await received(account, bot.inbox, 1);
      const unknown = await update(test, { ...bot, path: '/webhooks/telegram/987654321:nobody' }, given);

      expect(shown).toHaveLength(1);
      expect([unknown.status, unknown.text]).toEqual([200, '']);
    }));

  it('that is too large is refused, and one that cannot be read is kept with the reason', () =>
    withBot(async (account, bot) => {
      const large = await update(test, bot, { update_id: 1, filler: 'x'.repeat(5 * 1024 * 1024) });
      const headers = { 'x-telegram-bot-api-secret-token': bot.secret, 'content-type': 'application/json' };
      const broken = await test.request('POST', bot.path, { body: Buffer.from('{"update_id": 5'), headers });
      await update(test, bot, messageFrom(somebody(), { text: 'after it' }));
      await received(account, bot.inbox, 1);
      const [kept] = await eventually(
        () =>
          test
            .rows()
            .selectFrom('received_events')
            .select(['status', 'error', 'body'])
            .where('inbox_id', '=', bot.inbox.id)
            .where('status', 'in', ['waiting', 'failed'])
            .execute(),
        (rows) => rows.every(({ status }) => status === 'failed'),
      );

      expect([large.status, broken.status]).toEqual([413, 200]);
      expect(kept).toEqual({ status: 'failed', error: expect.stringContaining('JSON'), body: '{"update_id": 5' });
    }));
});
