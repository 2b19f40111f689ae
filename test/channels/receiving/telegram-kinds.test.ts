import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { PIXEL } from '../../support/files/media.ts';
import type { ProviderServer } from '../../support/providers/provider-server.ts';
import { givenTelegram, type TelegramMessage } from '../../support/providers/telegram.ts';
import { messagesIn, received, type ShownMessage } from '../../support/receiving/received.ts';
import {
  editOf,
  givenBot,
  messageFrom,
  somebody,
  type TelegramBot,
  update,
} from '../../support/receiving/telegram-chat.ts';

// Messages as Bot API 10.3 has them.

let telegram: ProviderServer<TelegramMessage>;
let test: TestApp;
let account: TestAccount;
let bot: TelegramBot;
beforeAll(async () => {
  telegram = await givenTelegram();
  test = await givenApp({ 'channels.telegram_url': telegram.url, 'channels.retry_seconds': '0' });
  account = await givenAccount(test);
  bot = await givenBot(account, telegram);
  telegram.files.set('photo', PIXEL);
});
afterAll(async () => {
  await test.stop();
  await telegram.stop();
});

/** The message that is received of this content, once it has its files. */
async function shownOf(content: object): Promise<ShownMessage> {
  const sent = messageFrom(somebody(), content);
  await update(test, bot, sent);
  const shown = await eventually(
    async () =>
      (await messagesIn(account, bot.inbox)).find(({ source_id: id }) => id === String(sent.message.message_id)),
    (message) =>
      message !== undefined && !(message.content_attributes['external_files'] as { waiting?: number })?.waiting,
  );
  return shown!;
}

const entity = (type: string, offset: number, length: number, more: object = {}) => ({ type, offset, length, ...more });

describe('formatted text of Telegram', () => {
  it.each([
    [
      'a link behind a word, after signs of two units',
      '🎈🎈 Read this, please',
      [entity('text_link', 5, 9, { url: 'https://acme.example/a_(b)' })],
      '🎈🎈 [Read this](https://acme.example/a_%28b%29), please',
    ],
    [
      'links that Markdown cannot have',
      'one [two]',
      [
        entity('text_link', 0, 3, { url: 'tg://user?id=5' }),
        entity('text_link', 4, 5, { url: 'https://acme.example' }),
      ],
      'one (tg://user?id=5) [two] (https://acme.example)',
    ],
    [
      'a link that is its own text, and a mention',
      'https://acme.example @ann',
      [entity('text_link', 0, 20, { url: 'https://acme.example' }), entity('mention', 21, 4)],
      'https://acme.example @ann',
    ],
    [
      'strong and emphasized text, one in the other',
      'a bold slanted gone secret',
      [
        entity('bold', 2, 12),
        entity('italic', 7, 7),
        entity('strikethrough', 15, 5),
        entity('spoiler', 20, 6),
        entity('underline', 0, 1),
      ],
      'a __bold *slanted*__ ~~gone~~ secret',
    ],
    ['strong text of several lines', 'one \n\ntwo', [entity('bold', 0, 9)], '**one** \n\n**two**'],
    ['code in a line', 'run `x` now', [entity('code', 4, 7)], 'run `x` now'],
    ['code', 'run a*b* now', [entity('code', 4, 4)], 'run `a*b*` now'],
    [
      'a block of code',
      'see: let a = 1;\nb() ok',
      [entity('pre', 5, 14, { language: 'js' })],
      'see: \n```js\nlet a = 1;\nb()\n```\n ok',
    ],
    [
      'a quotation with a link',
      'They said:\nSee here\ntwice\nWhy?',
      [entity('expandable_blockquote', 11, 14), entity('text_link', 15, 4, { url: 'https://acme.example' })],
      'They said:\n> See [here](https://acme.example)\n> twice\nWhy?',
    ],
    [
      'places outside of the text, and others that overlap',
      'short',
      [entity('bold', 3, 50), entity('bold', -1, 2), entity('bold', 0, 3), entity('italic', 2, 3), { type: 'bold' }],
      '**sho**rt',
    ],
  ])('is Markdown: %s', async (_, text, entities, expected) => {
    const [written, captioned] = [
      await shownOf({ text, entities }),
      await shownOf({ photo: [{ file_id: 'photo', width: 9 }], caption: text, caption_entities: entities }),
    ];

    expect([written.content, captioned.content]).toEqual([expected, expected]);
  });

  it('of a rich message is Markdown, with its files', async () => {
    const text = (value: string) => ({ type: 'paragraph', text: value });
    const { content, attachments } = await shownOf({
      rich_message: {
        blocks: [
          { type: 'heading', size: 2, text: ['Trip to ', { type: 'bold', text: 'Lisbon' }] },
          {
            type: 'paragraph',
            text: ['See ', { type: 'url', text: 'the plan', url: 'https://acme.example/plan' }, '.'],
          },
          {
            type: 'list',
            items: [
              { label: '•', blocks: [text('Castle')] },
              { label: '•', has_checkbox: true, is_checked: true, blocks: [text('Tickets')] },
            ],
          },
          { type: 'list', items: [{ label: '1.', blocks: [text('First'), text('more')] }] },
          { type: 'divider' },
          { type: 'pre', language: 'sh', text: 'ls' },
          { type: 'blockquote', blocks: [text('Go there')], credit: 'Ann' },
          { type: 'photo', photo: [{ file_id: 'photo', width: 9 }], caption: { text: 'The castle' } },
          {
            type: 'table',
            cells: [
              [{ text: 'Day' }, { text: 'Price' }],
              [{ text: '1' }, { text: { type: 'code', text: '9' } }],
            ],
          },
          { type: 'details', summary: 'More', blocks: [text('Bring shoes')] },
          { type: 'map', location: { latitude: 38.7, longitude: -9.1 } },
          { type: 'buttons', buttons: [{ text: 'Book', url: 'https://acme.example/book' }] },
          { type: 'hologram' },
        ],
      },
    });

    expect(content).toBe(
      [
        '## Trip to **Lisbon**',
        'See [the plan](https://acme.example/plan).',
        '- Castle\n- ☑ Tickets',
        '1. First\n   more',
        '---',
        '```sh\nls\n```',
        '> Go there\n> Ann',
        'The castle',
        'Day | Price\n1 | `9`',
        '**More**',
        'Bring shoes',
        'https://www.openstreetmap.org/?mlat=38.7&mlon=-9.1#map=16/38.7/-9.1',
        '[Book](https://acme.example/book)',
        'A message that cannot be shown here: hologram',
      ].join('\n\n'),
    );
    expect(attachments).toMatchObject([{ file_type: 'image' }]);
  });
});

describe('a message of Telegram', () => {
  const task = (text: string, date = 0) => ({ id: 1, text, completion_date: date });
  it.each([
    [
      'a checklist',
      { checklist: { title: 'Packing', tasks: [task('Shoes', 1_790_000_000), task('Hat')] } },
      'Packing\n- ☑ Shoes\n- ☐ Hat',
    ],
    ['a story', { story: { id: 4, chat: { id: 7, type: 'channel', title: 'Acme' } } }, 'A story: Acme'],
    [
      'a poll with a description',
      { poll: { question: 'When?', description: 'For lunch', options: [{ text: 'Noon' }, { text: 'One' }] } },
      'When?\nFor lunch\n- Noon\n- One',
    ],
    [
      'a gift',
      { gift: { gift: { id: '5' }, text: 'Thank you', entities: [entity('bold', 0, 5)] } },
      'A gift: **Thank** you',
    ],
    ['a gift without words', { gift: { gift: { id: '5' } } }, 'A gift'],
    ['a game', { game: { title: 'Snake', description: 'Eat', photo: [] } }, 'A game: Snake\nEat'],
    ['data of a web app', { web_app_data: { button_text: 'Order', data: '{"size":3}' } }, 'Order\n{"size":3}'],
    [
      'people who are shared',
      { users_shared: { request_id: 1, users: [{ user_id: 5, first_name: 'Ann', username: 'ann' }, { user_id: 6 }] } },
      'Shared people: Ann @ann, 6',
    ],
    ['a chat that is shared', { chat_shared: { request_id: 1, chat_id: -5, title: 'Friends' } }, 'A chat: Friends'],
    [
      'a payment',
      { successful_payment: { currency: 'EUR', total_amount: 145, invoice_payload: 'p' } },
      'Paid 1.45 EUR',
    ],
    [
      'a payment in yen',
      { successful_payment: { currency: 'JPY', total_amount: 145, invoice_payload: 'p' } },
      'Paid 145 JPY',
    ],
    [
      'a payment in stars',
      { successful_payment: { currency: 'XTR', total_amount: 7, invoice_payload: 'p' } },
      'Paid 7 Telegram Stars',
    ],
    [
      'a refund',
      { refunded_payment: { currency: 'XTR', total_amount: 7, invoice_payload: 'p' } },
      'A payment of 7 Telegram Stars was refunded',
    ],
    [
      'paid media that the bot does not see',
      { paid_media: { star_count: 5, paid_media: [{ type: 'preview' }] } },
      'A message that cannot be shown here: paid media',
    ],
    ['a kind that Telegram adds', { hologram: { depth: 3 } }, 'A message that cannot be shown here: hologram'],
    ['nothing', {}, 'A message that cannot be shown here'],
  ])('can be %s', async (_, content, expected) => {
    const message = await shownOf(content);

    expect([message.content, message.attachments]).toEqual([expected, []]);
  });

  it('can be paid media', async () => {
    const paid = { type: 'photo', photo: [{ file_id: 'photo', width: 9 }] };
    const message = await shownOf({ paid_media: { star_count: 5, paid_media: [paid, paid] }, caption: 'For you' });

    expect(message).toMatchObject({
      content: 'For you',
      attachments: [{ file_type: 'image' }, { file_type: 'image' }],
    });
  });

  it('says what it quotes, who wrote it first, and what it answers elsewhere', async () => {
    const channel = {
      type: 'channel',
      date: 1_780_000_000,
      chat: { id: -7, title: 'Acme News', username: 'acme' },
      message_id: 9,
    };
    const { content_attributes: attributes } = await shownOf({
      text: 'Is that true?',
      quote: { text: 'half price', position: 4, entities: [entity('bold', 0, 4)] },
      forward_origin: { type: 'hidden_user', date: 1_780_000_001, sender_user_name: 'Bob' },
      external_reply: { origin: channel, chat: channel.chat, message_id: 9, photo: [{ file_id: 'photo', width: 9 }] },
    });

    expect(attributes).toMatchObject({
      quote: { text: '**half** price' },
      forwarded: true,
      forward_origin: { type: 'hidden_user', name: 'Bob', username: null, date: 1_780_000_001 },
      external_reply: {
        origin: { type: 'channel', name: 'Acme News', username: 'acme', date: 1_780_000_000 },
        chat: 'Acme News',
        message_id: '9',
        kind: 'photo',
      },
    });
  });

  it('is none where Telegram notes something itself', async () => {
    const other = await givenBot(account, telegram);
    const person = somebody();
    await update(test, other, messageFrom(person, { pinned_message: { message_id: 1, date: 0, chat: { id: 1 } } }));
    await update(test, other, messageFrom(person, { chat_background_set: { type: { type: 'wallpaper' } } }));
    await update(test, other, messageFrom(person, { text: 'Hello' }));

    expect((await received(account, other.inbox, 1)).map(({ content }) => content)).toEqual(['Hello']);
  });
});

describe('a live location that moves', () => {
  it('changes text, attribute, attachment and map together', async () => {
    const sent = messageFrom(somebody(), { location: { latitude: 38.7, longitude: -9.1, live_period: 900 } });
    await update(test, bot, sent);
    const find = async () => {
      const all = await messagesIn(account, bot.inbox);
      return all.find(({ source_id: id }) => id === String(sent.message.message_id));
    };
    const first = await eventually(find, (message) => message !== undefined);
    await update(test, bot, editOf(sent, { location: { latitude: 38.8, longitude: -9.2, live_period: 900 } }));
    const moved = await eventually(find, (message) => message?.content_attributes['edited'] === true);

    const url = 'https://www.openstreetmap.org/?mlat=38.8&mlon=-9.2#map=16/38.8/-9.2';
    expect(moved).toMatchObject({
      content: url,
      content_attributes: { location: { coordinates_lat: 38.8, coordinates_long: -9.2 } },
      attachments: [
        {
          id: first!.attachments[0]!['id'],
          file_type: 'location',
          coordinates_lat: 38.8,
          coordinates_long: -9.2,
          data_url: url,
        },
      ],
    });
    expect(await messagesOf(account, { id: moved!.conversation_id })).toHaveLength(1);
  });
});
