import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lineTransport } from '../../../src/channels/line/send.ts';
import { bandwidthTransport } from '../../../src/channels/sms/send-by-bandwidth.ts';
import { twilioTransport } from '../../../src/channels/sms/send-by-twilio.ts';
import { telegramTransport } from '../../../src/channels/telegram/send.ts';
import { loadConfig } from '../../../src/config.ts';
import type { Attributes } from '../../../src/entities/columns.ts';
import type { Means, OutgoingFile, OutgoingMessage, Transport } from '../../../src/channels/transport.ts';
import { providerHttp } from '../../../src/channels/provider-http.ts';
import { BANDWIDTH, givenBandwidth } from '../../support/providers/bandwidth.ts';
import { givenLine, LINE_TOKEN, type LinePush } from '../../support/providers/line.ts';
import type { ProviderServer } from '../../support/providers/provider-server.ts';
import { BOT_TOKEN, givenTelegram, type TelegramMessage, telegramRefusal } from '../../support/providers/telegram.ts';
import { givenTwilio, TWILIO, type TwilioMessage } from '../../support/providers/twilio.ts';
import { NO_TOKENS } from '../../support/providers/no-tokens.ts';

let telegram: ProviderServer<TelegramMessage>;
let line: ProviderServer<LinePush>;
let twilio: ProviderServer<TwilioMessage>;
let bandwidth: ProviderServer<unknown>;
beforeAll(async () => {
  [telegram, line, twilio, bandwidth] = await Promise.all([
    givenTelegram(),
    givenLine(),
    givenTwilio(),
    givenBandwidth(),
  ]);
});
afterAll(() => Promise.all([telegram, line, twilio, bandwidth].map((server) => server.stop())));

const MESSAGE: OutgoingMessage = {
  id: 1,
  to: '+4917012345678',
  content: null,
  contentType: 'text',
  contentAttributes: {},
  files: [],
  answers: null,
  answered: {},
  template: null,
  mail: null,
};

const file = (name: string, contentType: string, size: number, more: Partial<OutgoingFile> = {}): OutgoingFile => ({
  fileType: contentType.startsWith('image/') ? 'image' : 'file',
  name,
  contentType,
  size,
  path: '/nowhere',
  url: `https://parley.example/files/${name}`,
  previewUrl: null,
  ...more,
});

/** Sends the message part by part, with the secrets of every provider; returns the outcomes. */
async function send(transport: Transport, message: Partial<OutgoingMessage>) {
  const { channels, mail } = loadConfig(
    undefined,
    {},
    {
      'channels.telegram_url': telegram.url,
      'channels.line_url': line.url,
      'channels.twilio_url': twilio.url,
      'channels.bandwidth_url': bandwidth.url,
    },
  );
  const means: Omit<Means, 'key'> = {
    http: await providerHttp(),
    urls: channels,
    mail,
    addressOf: (host) => Promise.reject(new Error(`${host} is not looked up here`)),
    publicUrl: 'https://parley.example',
    tokens: NO_TOKENS,
    channel: {
      settings: { phone_number: '+15550001' },
      secrets: { bot_token: BOT_TOKEN, line_channel_token: LINE_TOKEN, provider_config: { ...TWILIO, ...BANDWIDTH } },
    },
  };
  const outcomes = [];
  for (const part of transport.partsOf({ ...MESSAGE, ...message })) {
    outcomes.push(await part({ ...means, key: crypto.randomUUID() }));
  }
  return outcomes;
}

const LINE_USER = `U${'0'.repeat(32)}`;
const CHOICES = {
  items: [
    { title: 'Small', value: 's' },
    { title: 'Large', value: 'l' },
  ],
};

describe('a success without an id', () => {
  it.each([
    ['LINE', lineTransport, () => line, LINE_USER],
    ['Twilio', twilioTransport, () => twilio, MESSAGE.to],
    ['Bandwidth', bandwidthTransport, () => bandwidth, MESSAGE.to],
  ])('of %s is doubtful', async (_, transport, server, to) => {
    server().faults.push({ is: 'reply', reply: { status: 200, body: {} } });
    const outcomes = await send(transport, { to, content: 'Hello' });

    expect(outcomes.map(({ is }) => is)).toEqual(['doubtful']);
  });
});

describe('a text message without anything in it', () => {
  it.each([
    ['Twilio', twilioTransport],
    ['Bandwidth', bandwidthTransport],
  ])('has no part for %s', (_, transport) => {
    expect(transport.partsOf({ ...MESSAGE, content: ' ' })).toEqual([]);
  });
});

describe('the files of a message', () => {
  it('are as many as Twilio takes in one message, and links to the others', async () => {
    const files = ['a', 'b', 'c'].map((name) => file(`${name}.jpg`, 'image/jpeg', 2_400_000));
    await send(twilioTransport, { files, content: 'Pictures' });

    expect(twilio.sent.at(-1)).toMatchObject({
      media: files.slice(0, 2).map(({ url }) => url),
      body: `Pictures\n${files[2]!.url}`,
    });
  });

  it('are pictures of LINE with a preview that is small enough, and links otherwise', async () => {
    const small = file('small.jpg', 'image/jpeg', 900_000);
    const large = file('large.jpg', 'image/jpeg', 3_000_000, {
      previewUrl: 'https://parley.example/files/preview.jpg',
    });
    const bare = file('bare.png', 'image/png', 3_000_000);
    await send(lineTransport, { to: LINE_USER, files: [small, large, bare] });

    expect(line.sent.at(-1)?.messages).toEqual([
      { type: 'text', text: bare.url },
      { type: 'image', originalContentUrl: small.url, previewImageUrl: small.url },
      { type: 'image', originalContentUrl: large.url, previewImageUrl: large.previewUrl },
    ]);
  });
});

describe('the quick replies of LINE', () => {
  it('are on the last message', async () => {
    const picture = file('a.jpg', 'image/jpeg', 1000);
    const content = 'word '.repeat(1500);
    await send(lineTransport, {
      to: LINE_USER,
      content,
      contentType: 'input_select',
      contentAttributes: CHOICES,
      files: [picture],
    });

    expect(line.sent.at(-1)?.messages.map((message) => 'quickReply' in message)).toEqual([false, false, true]);
  });
});

const MARKED = '**Hello** _there_, see [our shop](https://a.example/?b&c)\n- one < two';

describe('Markdown', () => {
  it('is HTML for Telegram', async () => {
    await send(telegramTransport, { to: '5', content: MARKED });

    expect(telegram.sent.at(-1)?.fields).toMatchObject({
      parse_mode: 'HTML',
      text: '<strong>Hello</strong> <em>there</em>, see <a href="https://a.example/?b&amp;c">our shop</a>\n- one &lt; two',
    });
  });

  it('has the marks of LINE', async () => {
    await send(lineTransport, { to: LINE_USER, content: MARKED });

    expect(line.sent.at(-1)?.messages).toEqual([
      { type: 'text', text: '*Hello* _there_ , see our shop: https://a.example/?b&c\n- one < two' },
    ]);
  });

  it.each([
    ['Twilio', twilioTransport, () => (twilio.sent.at(-1) as TwilioMessage).body],
    ['Bandwidth', bandwidthTransport, () => (bandwidth.sent.at(-1) as { text: string }).text],
  ])('is plain text for %s', async (_, transport, sentText) => {
    await send(transport, { content: MARKED });

    expect(sentText()).toBe('Hello there, see our shop: https://a.example/?b&c\n- one < two');
  });

  it('is closed and opened again where a long text of Telegram is cut', async () => {
    const from = telegram.sent.length;
    const words = Array.from({ length: 1200 }, (_, index) => `a<${index}`).join(' ');
    const outcomes = await send(telegramTransport, { to: '5', content: `**${words}**` });

    expect(outcomes.map(({ is }) => is)).toEqual(['accepted', 'accepted']);
    const texts = telegram.sent.slice(from).map(({ fields }) => String(fields['text']));
    expect(texts.every((text) => /^<strong>[^/]*<\/strong>$/.test(text))).toBe(true);
    expect(texts.map((text) => text.replaceAll(/<[^>]*>/g, '').replaceAll('&lt;', '<')).join(' ')).toBe(words);
  });

  it('goes without marks where Telegram cannot read them', async () => {
    telegram.faults.push({ is: 'reply', reply: telegramRefusal(400, "Bad Request: can't parse entities: unexpected") });
    const outcomes = await send(telegramTransport, { to: '5', content: '**a** & b' });

    expect(outcomes.map(({ is }) => is)).toEqual(['accepted']);
    expect(telegram.sent.at(-1)?.fields).toEqual({ chat_id: '5', text: 'a & b' });
  });
});

const CARDS: Attributes = {
  items: [
    {
      title: 'Small <box>',
      description: 'For letters',
      media_url: 'https://a.example/small.jpg',
      actions: [
        { type: 'link', text: 'Buy', uri: 'https://a.example/small' },
        { type: 'postback', text: 'Ask', payload: 'ask small' },
      ],
    },
    { title: 'Large box', description: 'For shoes' },
  ],
};

describe('cards', () => {
  it('are pictures with a caption and buttons in Telegram', async () => {
    const from = telegram.sent.length;
    await send(telegramTransport, { to: '5', content: 'Which?', contentType: 'cards', contentAttributes: CARDS });

    expect(telegram.sent.slice(from)).toMatchObject([
      { method: 'sendMessage', fields: { text: 'Which?' } },
      {
        method: 'sendPhoto',
        fields: {
          photo: 'https://a.example/small.jpg',
          caption: '<strong>Small &lt;box&gt;</strong>\nFor letters',
          reply_markup: {
            inline_keyboard: [
              [{ text: 'Buy', url: 'https://a.example/small' }],
              [{ text: 'Ask', callback_data: 'ask small' }],
            ],
          },
        },
      },
      { method: 'sendMessage', fields: { text: '<strong>Large box</strong>\nFor shoes' } },
    ]);
  });

  it('are text with the address where Telegram cannot fetch the picture', async () => {
    telegram.faults.push({ is: 'reply', reply: telegramRefusal(400, 'Bad Request: failed to get HTTP URL content') });
    const outcomes = await send(telegramTransport, {
      to: '5',
      contentType: 'cards',
      contentAttributes: { items: (CARDS['items'] as Attributes[]).slice(0, 1) },
    });

    expect(outcomes.map(({ is }) => is)).toEqual(['accepted']);
    expect(telegram.sent.at(-1)?.fields['text']).toBe(
      '<strong>Small &lt;box&gt;</strong>\nFor letters\nhttps://a.example/small.jpg',
    );
  });

  it('stand side by side in LINE', async () => {
    await send(lineTransport, { to: LINE_USER, content: 'Which?', contentType: 'cards', contentAttributes: CARDS });

    const [text, carousel] = line.sent.at(-1)?.messages ?? [];
    expect(text).toEqual({ type: 'text', text: 'Which?' });
    expect(carousel).toMatchObject({
      type: 'flex',
      altText: expect.stringContaining('Small <box>'),
      contents: {
        type: 'carousel',
        contents: [
          {
            hero: { url: 'https://a.example/small.jpg' },
            body: { contents: [{ text: 'Small <box>' }, { text: 'For letters' }] },
            footer: {
              contents: [
                { action: { type: 'uri', label: 'Buy', uri: 'https://a.example/small' } },
                { action: { type: 'postback', label: 'Ask', data: 'ask small' } },
              ],
            },
          },
          { body: { contents: [{ text: 'Large box' }, { text: 'For shoes' }] } },
        ],
      },
    });
  });
});
