import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { messagesOf, pathOf } from '../support/conversation-calls.ts';
import { givenAccount, type TestAccount } from '../support/factories.ts';
import type { ProviderServer } from '../support/providers/provider-server.ts';
import { givenServed, PROVIDERS } from '../support/providers/providers.ts';
import { ended } from '../support/providers/sent-message.ts';
import { givenTelegram } from '../support/providers/telegram.ts';
import { givenCloudApi } from '../support/providers/whatsapp.ts';
import { received } from '../support/receiving/received.ts';
import { givenBot, messageFrom, somebody, update } from '../support/receiving/telegram-chat.ts';
import { givenCloudNumber, givenMessage, write, writer } from '../support/receiving/whatsapp-chat.ts';

const PLACE = { coordinates_lat: 52.5163, coordinates_long: 13.3777, name: 'The gate', address: 'Main Square 1' };
const MAP = 'https://www.openstreetmap.org/?mlat=52.5163&mlon=13.3777#map=16/52.5163/13.3777';
const CARD = { first_name: 'Ada', last_name: 'Byron', phone_numbers: ['+4930111', '+4930222'], emails: [] };

/** A place as answers show it. */
const SHOWN_PLACE = {
  file_type: 'location',
  coordinates_lat: 52.5163,
  coordinates_long: 13.3777,
  fallback_title: 'The gate, Main Square 1',
  data_url: MAP,
};
const shownCard = (number: string) => ({
  file_type: 'contact',
  fallback_title: number,
  meta: { firstName: 'Ada', lastName: 'Byron' },
});

describe('what somebody shares in Telegram', () => {
  let telegram: ProviderServer<unknown>;
  let test: TestApp;
  let account: TestAccount;
  beforeAll(async () => {
    telegram = await givenTelegram();
    test = await givenApp({ 'channels.telegram_url': telegram.url });
    account = await givenAccount(test);
  });
  afterAll(async () => {
    await test.stop();
    await telegram.stop();
  });

  it('is attached: places and cards, beside their text', async () => {
    const bot = await givenBot(account, telegram);
    const person = somebody();
    const location = { latitude: 52.5163, longitude: 13.3777 };
    const venue = { location, title: 'The gate', address: 'Main Square 1' };
    const contact = { first_name: 'Ada', last_name: 'Byron', phone_number: '+4930111' };
    await update(test, bot, messageFrom(person, { location, venue }));
    await update(test, bot, messageFrom(person, { contact }));
    const [place, card] = await received(account, bot.inbox, 2);

    expect(place).toMatchObject({ content: `The gate\nMain Square 1\n${MAP}`, attachments: [SHOWN_PLACE] });
    expect(card).toMatchObject({ content: 'Ada Byron: +4930111', attachments: [shownCard('+4930111')] });
    const { body } = await account.call('GET', `/conversations/${place!.conversation_id}/attachments`);
    expect(body.payload).toMatchObject([shownCard('+4930111'), SHOWN_PLACE]);
    const { body: files } = await account.call(
      'DELETE',
      pathOf({ id: place!.conversation_id }, `/messages/${place!.id}`),
    );
    expect(files).toMatchObject({ content_attributes: { deleted: true }, attachments: [] });
  });
});

describe('what somebody shares in WhatsApp', () => {
  it('is attached, with a card for each number', async () => {
    const whatsapp = await givenCloudApi();
    const test = await givenApp({ 'channels.whatsapp_url': whatsapp.url });
    const account = await givenAccount(test);
    const number = await givenCloudNumber(account);
    const who = writer();
    const location = { latitude: 52.5163, longitude: 13.3777, name: 'The gate', address: 'Main Square 1' };
    const contacts = [
      { name: { first_name: 'Ada', last_name: 'Byron' }, phones: [{ phone: '+4930111' }, { phone: '+4930222' }] },
    ];
    await write(
      test,
      number,
      who,
      givenMessage(who, { type: 'location', location }),
      givenMessage(who, { type: 'contacts', contacts }),
    );
    const [place, cards] = await received(account, number.inbox, 2);

    expect(place?.attachments).toMatchObject([SHOWN_PLACE]);
    expect(cards?.attachments).toMatchObject([shownCard('+4930111'), shownCard('+4930222')]);
    await test.stop();
    await whatsapp.stop();
  });
});

/** What each provider takes for a place and a card. */
const TAKEN: Record<string, object[]> = {
  telegram: [
    { method: 'sendMessage' },
    { method: 'sendVenue', fields: { latitude: 52.5163, title: 'The gate', address: 'Main Square 1' } },
    { method: 'sendContact', fields: { first_name: 'Ada Byron', phone_number: '+4930111' } },
    { method: 'sendContact', fields: { phone_number: '+4930222' } },
  ],
  line: [
    {
      messages: [
        { type: 'text', text: 'Here we are\nAda Byron: +4930111, +4930222' },
        { type: 'location', title: 'The gate', address: 'Main Square 1', latitude: 52.5163 },
      ],
    },
  ],
  whatsapp_cloud: [
    { type: 'text' },
    {
      type: 'location',
      location: { latitude: 52.5163, longitude: 13.3777, name: 'The gate', address: 'Main Square 1' },
    },
    {
      type: 'contacts',
      contacts: [{ name: { formatted_name: 'Ada Byron' }, phones: [{ phone: '+4930111' }, { phone: '+4930222' }] }],
    },
  ],
  twilio: [{ body: `Here we are\nThe gate\nMain Square 1\n${MAP}\nAda Byron: +4930111, +4930222` }],
};

describe.each(Object.entries(TAKEN))('a message by %s that shares a place and a card', (name, taken) => {
  const provider = PROVIDERS[name]!;

  it('has them attached, and is sent with them', async () => {
    const server = await provider.start();
    const test = await givenApp({ [provider.setting]: server.url });
    const account = await givenAccount(test);
    const { conversation } = await givenServed(account, provider);
    const { body } = await account.call('POST', pathOf(conversation, '/messages'), {
      content: 'Here we are',
      message_type: 'outgoing',
      content_attributes: { location: PLACE, contacts: [CARD] },
    });
    await ended(account, conversation, body.id);

    expect(body.attachments).toMatchObject([SHOWN_PLACE, shownCard('+4930111'), shownCard('+4930222')]);
    expect(server.sent).toMatchObject(taken);
    await test.stop();
    await server.stop();
  });
});

describe('attributes of another form', () => {
  it.each([
    { location: 'here' },
    { location: { coordinates_lat: 91, coordinates_long: 0 } },
    { location: { coordinates_lat: '5', coordinates_long: 0 } },
    { contacts: [{}, 'Ada', null] },
    { contacts: { first_name: 'Ada' } },
  ])('%j share nothing', async (attributes) => {
    const test = await givenApp();
    const account = await givenAccount(test);
    const { conversation } = await givenServed(account, { ...PROVIDERS['line']!, channel: () => ({ type: 'api' }) });

    await account.call('POST', pathOf(conversation, '/messages'), {
      content: 'Hello',
      message_type: 'outgoing',
      content_attributes: attributes,
    });

    const [message] = await messagesOf(account, conversation);
    expect(message).toMatchObject({ content: 'Hello', attachments: [] });
    await test.stop();
  });
});
