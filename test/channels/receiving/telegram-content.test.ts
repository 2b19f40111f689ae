import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf, reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { PIXEL, SAMPLES } from '../../support/files/media.ts';
import type { ProviderServer } from '../../support/providers/provider-server.ts';
import { givenTelegram, type TelegramMessage } from '../../support/providers/telegram.ts';
import { conversationsIn, messagesIn, received, type ShownMessage } from '../../support/receiving/received.ts';
import { givenBot, messageFrom, somebody, type TelegramBot, update } from '../../support/receiving/telegram-chat.ts';

let telegram: ProviderServer<TelegramMessage>;
let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  telegram = await givenTelegram();
  test = await givenApp({ 'channels.telegram_url': telegram.url, 'channels.retry_seconds': '0' });
  account = await givenAccount(test);
  telegram.files.set('photo', PIXEL);
  telegram.files.set('other', PIXEL);
  telegram.files.set('sheet', SAMPLES['application/pdf']!);
  telegram.files.set('voice', SAMPLES['audio/ogg']!);
});
afterAll(async () => {
  await test.stop();
  await telegram.stop();
});

/** The only message that the inbox gets of these contents, once it has all files that can be had. */
async function shownOf(...contents: object[]): Promise<{ message: ShownMessage; bot: TelegramBot }> {
  const bot = await givenBot(account, telegram);
  const person = somebody();
  for (const content of contents) await update(test, bot, messageFrom(person, content));
  const messages = await eventually(
    () => messagesIn(account, bot.inbox),
    ([first]) => first !== undefined && !(first.content_attributes['external_files'] as { waiting?: number })?.waiting,
  );
  expect(messages).toHaveLength(1);
  return { message: messages[0]!, bot };
}

describe('what somebody sends to a bot', () => {
  it.each([
    [
      'a photo',
      {
        photo: [
          { file_id: 'small', width: 90 },
          { file_id: 'photo', width: 800 },
        ],
      },
      'image',
      'image/png',
    ],
    ['a document', { document: { file_id: 'sheet', file_name: 'sheet.pdf' } }, 'file', 'application/pdf'],
    ['a voice', { voice: { file_id: 'voice', mime_type: 'audio/ogg' } }, 'audio', 'audio/ogg'],
    ['a sticker', { sticker: { file_id: 'photo', emoji: '🎈' } }, 'image', 'image/png'],
    [
      'a sticker that moves',
      { sticker: { file_id: 'none', is_animated: true, thumbnail: { file_id: 'photo' } } },
      'image',
      'image/png',
    ],
  ])('can be %s', async (_, content, fileType, contentType) => {
    const { message } = await shownOf({ ...content, caption: 'Look' });

    expect(message).toMatchObject({ content: 'Look', attachments: [{ file_type: fileType }] });
    expect(message.content_attributes['external_files']).toBeUndefined();
    const url = String(message.attachments[0]!['data_url']);
    const file = await fetch(url.replace(/^https?:\/\/[^/]+/, test.url));
    expect([file.status, file.headers.get('content-type')]).toEqual([200, contentType]);
  });

  it('can be an album, which is one message', async () => {
    const album = { media_group_id: '77' };
    const { message } = await shownOf(
      { ...album, photo: [{ file_id: 'photo', width: 800 }] },
      { ...album, photo: [{ file_id: 'other', width: 800 }], caption: 'Our holidays' },
      { ...album, document: { file_id: 'sheet', file_name: 'sheet.pdf' } },
    );
    const whole = await eventually(
      async () => (await messagesOf(account, { id: message.conversation_id })) as ShownMessage[],
      (messages) => messages[0]?.attachments.length === 3,
    );

    expect(whole.filter(({ message_type: type }) => type === 0)).toHaveLength(1);
    expect(whole[0]).toMatchObject({
      content: 'Our holidays',
      attachments: [{ file_type: 'image' }, { file_type: 'image' }, { file_type: 'file' }],
    });
  });

  it('can be a file that bots cannot fetch, and the message says so', async () => {
    telegram.files.set('huge', 400);
    const { message } = await shownOf({ document: { file_id: 'huge', file_name: 'film.mkv' } });

    expect(message.attachments).toEqual([]);
    expect(message.content_attributes['external_files']).toEqual({
      waiting: 0,
      failed: [{ name: 'film.mkv', error: expect.stringContaining('file is too big') }],
    });
  });

  it('can be a place', async () => {
    const location = { latitude: 38.7, longitude: -9.1 };
    const { message } = await shownOf({ location, venue: { location, title: 'Castle', address: 'Lisbon' } });

    expect(message).toMatchObject({
      content: expect.stringMatching(/^Castle\nLisbon\nhttps:\/\/.*38\.7.*-9\.1/),
      content_attributes: {
        location: { coordinates_lat: 38.7, coordinates_long: -9.1, name: 'Castle', address: 'Lisbon' },
      },
    });
  });

  it("can be somebody's card", async () => {
    const { message } = await shownOf({
      contact: { phone_number: '+351210000000', first_name: 'Rui', last_name: 'Sá' },
    });

    expect(message).toMatchObject({
      content: 'Rui Sá: +351210000000',
      content_attributes: {
        contacts: [{ first_name: 'Rui', last_name: 'Sá', phone_numbers: ['+351210000000'], emails: [] }],
      },
    });
  });
});

describe('a button that the contact presses', () => {
  it('is a message with its title, and the answer to the question', async () => {
    const bot = await givenBot(account, telegram);
    const person = somebody();
    await update(test, bot, messageFrom(person, { text: 'Which sizes are there?' }));
    await received(account, bot.inbox, 1);
    const [conversation] = await conversationsIn(account, bot.inbox);
    const { body: question } = await reply(account, conversation!, {
      content: 'Choose one',
      content_type: 'input_select',
      content_attributes: {
        items: [
          { title: 'Small', value: 's' },
          { title: 'Large, which is for people who are tall', value: `l${'arge'.repeat(30)}` },
        ],
      },
    });
    const asked = await eventually(
      () => telegram.sent.findLast(({ fields }) => String(fields['chat_id']) === String(person.id)),
      (sent) => sent?.fields['reply_markup'] !== undefined,
    );
    const [, [large]] = (asked!.fields['reply_markup'] as { inline_keyboard: { callback_data: string }[][] })
      .inline_keyboard as [object, { callback_data: string }[]];
    const sent = await eventually(
      async () => (await messagesIn(account, bot.inbox)).find(({ id }) => id === question.id)!,
      ({ source_id: id }) => id !== null,
    );
    const { message: chat } = messageFrom(person, { message_id: Number(sent.source_id) });
    const pressed = { id: '4382bfdwdsb323b2d9', from: { id: person.id }, message: chat, data: large!.callback_data };
    await update(test, bot, { update_id: 5, callback_query: pressed });
    await update(test, bot, { update_id: 6, callback_query: pressed });
    const messages = await received(account, bot.inbox, 3);

    const chosen = [{ title: 'Large, which is for people who are tall', value: `l${'arge'.repeat(30)}` }];
    expect(messages.at(-1)).toMatchObject({
      content: 'Large, which is for people who are tall',
      source_id: '4382bfdwdsb323b2d9',
      content_attributes: { in_reply_to: question.id, submitted_values: chosen },
    });
    const answered = (await messagesIn(account, bot.inbox)).find(({ id }) => id === question.id);
    expect(answered?.content_attributes['submitted_values']).toEqual(chosen);
    const told = await eventually(
      () => telegram.registrations.filter(({ callback_query_id: id }) => id === '4382bfdwdsb323b2d9'),
      ({ length }) => length > 0,
    );
    expect(told.length).toBeGreaterThan(0);
  });
});

describe('a group', () => {
  it('is not listened to, and a command in it is answered', async () => {
    const bot = await givenBot(account, telegram);
    const group = { id: 9000123, type: 'supergroup', title: 'Friends' };
    const written = messageFrom(somebody(), { text: 'Hello, everybody', chat: group });
    await update(test, bot, written);
    await update(test, bot, messageFrom(somebody(), { text: '/start', chat: group }));
    const answer = await eventually(
      () => telegram.sent.filter(({ fields }) => Number(fields['chat_id']) === group.id),
      ({ length }) => length > 0,
    );
    await update(test, bot, messageFrom(somebody(), { text: 'private' }));
    const messages = await received(account, bot.inbox, 1);

    expect(answer.map(({ fields }) => fields['text'])).toEqual(['Please write to me in a private chat.']);
    expect(messages.map(({ content }) => content)).toEqual(['private']);
  });
});
