import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenInbox, type TestAccount } from '../../support/factories.ts';
import { PIXEL } from '../../support/files/media.ts';
import { ended } from '../../support/providers/sent-message.ts';
import { givenTwilio, TWILIO, TWILIO_KEY } from '../../support/providers/twilio.ts';
import { conversationsIn, messagesIn, received } from '../../support/receiving/received.ts';
import { messageTo, newNumber, post, PUBLIC, signature, type SmsInbox } from '../../support/receiving/twilio-chat.ts';

let twilio: Awaited<ReturnType<typeof givenTwilio>>;
let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  twilio = await givenTwilio();
  test = await givenApp({
    'channels.twilio_url': twilio.url,
    'channels.twilio_messaging_url': twilio.url,
    'webhooks.allowed_networks': '127.0.0.0/8',
    'channels.retry_seconds': '0',
    'server.public_url': PUBLIC,
  });
  account = await givenAccount(test);
});
afterAll(async () => {
  await test.stop();
  await twilio.stop();
});

let last = Date.now() % 1_000_000_000;
const newService = () => `MG${String((last += 1)).padStart(32, '0')}`;
const givenSms = (more: object): Promise<SmsInbox> => givenInbox(account, { type: 'sms', ...TWILIO, ...more });
const create = (channel: object) => account.call('POST', '/inboxes', { name: 'Texts', channel });
const numberOf = (sid: string, phone_number: string) => ({
  sid,
  phone_number,
  sms_url: '',
  sms_method: 'POST',
  capabilities: { sms: true, mms: true },
});
const registrationOf = (sid: string) =>
  eventually(
    () => twilio.registrations.find((one) => one['sid'] === sid),
    (found) => found !== undefined,
  );

describe('a messaging service', () => {
  it('receives what its numbers receive, and sends the answers', async () => {
    const service = newService();
    const inbox = await givenSms({ messaging_service_sid: service });
    const from = newNumber();

    const { status } = await post(
      test,
      '/twilio/callback',
      messageTo(newNumber(), from, { Body: 'Hello', MessagingServiceSid: service }),
    );
    await received(account, inbox, 1);
    const [conversation] = await conversationsIn(account, inbox);
    const { body } = await reply(account, conversation!, { content: 'Hello yourself' });
    const { source_id: sid } = await ended(account, conversation!, body.id);
    const delivered = await post(test, '/twilio/delivery_status', {
      MessageSid: String(sid),
      MessageStatus: 'delivered',
      MessagingServiceSid: service,
      AccountSid: TWILIO.account_sid,
      From: newNumber(),
      To: from,
    });

    expect([status, delivered.status]).toEqual([204, 204]);
    expect([inbox.phone_number, inbox.messaging_service_sid]).toEqual([null, service]);
    expect(twilio.sent.findLast(({ to }) => to === from)).toMatchObject({
      from: null,
      service,
      body: 'Hello yourself',
    });
    await eventually(
      () => messagesIn(account, inbox),
      (messages) => messages.some((message) => message.id === body.id && message.status === 'delivered'),
    );
  });

  it('leaves a number to the inbox that the number has itself', async () => {
    const inbox = await givenSms({ phone_number: newNumber() });

    const fields = messageTo(inbox.phone_number, newNumber(), { Body: 'Hello', MessagingServiceSid: newService() });
    await post(test, '/twilio/callback', fields);

    expect((await received(account, inbox, 1)).map(({ content }) => content)).toEqual(['Hello']);
  });

  it('is told where this server is', async () => {
    const service = newService();

    await givenSms({ messaging_service_sid: service });

    expect(await registrationOf(service)).toEqual({
      sid: service,
      InboundRequestUrl: `${PUBLIC}/twilio/callback`,
      InboundMethod: 'POST',
      UseInboundWebhookOnNumber: 'false',
      StatusCallback: `${PUBLIC}/twilio/delivery_status`,
    });
  });

  it('is given instead of a number, once', async () => {
    const [service, number] = [newService(), newNumber()];
    const inbox = await givenSms({ phone_number: number });
    const change = (channel: object) => account.call('PATCH', `/inboxes/${inbox.id}`, { channel });

    const neither = await create({ type: 'sms', ...TWILIO });
    const both = await create({ type: 'sms', phone_number: newNumber(), messaging_service_sid: service });
    const wrong = await create({ type: 'sms', messaging_service_sid: 'AC1' });
    const beside = await change({ messaging_service_sid: service });
    const instead = await change({ messaging_service_sid: service, phone_number: null });
    const again = await create({ type: 'sms', messaging_service_sid: service });

    expect([neither, both, wrong, beside, again].map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    expect([neither.body.message, both.body.attributes]).toEqual([
      "channel.phone_number can't be blank",
      ['channel.messaging_service_sid'],
    ]);
    expect(instead.body).toMatchObject({ phone_number: null, messaging_service_sid: service });
  });
});

describe('a number at Twilio', () => {
  it('is told where this server is, if it is of the account', async () => {
    const number = newNumber();
    const sid = `PN${'5'.repeat(32)}`;
    twilio.numbers.push(numberOf(sid, number));

    const inbox = await givenSms({ phone_number: number });

    expect(await registrationOf(sid)).toEqual({ sid, SmsUrl: inbox.callback_webhook_url, SmsMethod: 'POST' });
  });

  it('says in the inbox when it is not, or when the login is wrong', async () => {
    const [foreign, wrong] = [
      await givenSms({ phone_number: newNumber() }),
      await givenSms({ phone_number: newNumber(), auth_token: 'wrong' }),
    ];
    const errorOf = (inbox: SmsInbox) =>
      eventually(
        async () => (await account.call('GET', `/inboxes/${inbox.id}`)).body.webhook_error as string | null,
        (error) => error !== null,
      );

    expect(await errorOf(foreign)).toContain(`the account at Twilio has no number ${foreign.phone_number}`);
    expect(await errorOf(wrong)).toBe('Twilio answered 401: Authenticate (20003)');
  });
});

describe('an API key', () => {
  it('signs in instead of the account, whose token still signs what Twilio tells', async () => {
    twilio.files.set('picture', PIXEL);
    const inbox = await givenSms({ phone_number: newNumber(), ...TWILIO_KEY, auth_token: 'the token of callbacks' });
    const from = newNumber();
    const media = { NumMedia: '1', MediaUrl0: `${twilio.url}/media/picture`, MediaContentType0: 'image/png' };
    const fields = messageTo(inbox.phone_number, from, { Body: 'Look', ...media });
    const told = await post(
      test,
      '/twilio/callback',
      fields,
      signature(`${PUBLIC}/twilio/callback`, fields, 'the token of callbacks'),
    );
    await eventually(
      () => messagesIn(account, inbox),
      ([message]) => message?.attachments.length === 1,
    );
    const [conversation] = await conversationsIn(account, inbox);
    const { body } = await reply(account, conversation!, { content: 'Nice' });
    await ended(account, conversation!, body.id);

    expect(told.status).toBe(204);
    expect(twilio.sent.findLast(({ to }) => to === from)?.body).toBe('Nice');
  });

  it('may have its secret in auth_token, as Chatwoot has it', async () => {
    const { api_key_sid, api_key_secret: auth_token } = TWILIO_KEY;
    const number = newNumber();
    const sid = `PN${'6'.repeat(32)}`;
    twilio.numbers.push(numberOf(sid, number));

    const inbox = await givenSms({ phone_number: number, api_key_sid, auth_token });

    expect(inbox).toMatchObject({ api_key_sid, auth_token: '********' });
    expect(await registrationOf(sid)).toBeDefined();
  });
});
