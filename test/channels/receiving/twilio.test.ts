import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isSignedByTwilio } from '../../../src/channels/sms/twilio-signature.ts';
import { formIn } from '../../../src/fields/form-text.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { pathOf, reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenInbox, type TestAccount } from '../../support/factories.ts';
import { PIXEL } from '../../support/files/media.ts';
import { givenTwilio, TWILIO } from '../../support/providers/twilio.ts';
import { conversationsIn, messagesIn, received } from '../../support/receiving/received.ts';
import {
  type Fields,
  messageTo as messageAt,
  newNumber,
  post as postTo,
  PUBLIC,
  signature,
  type SmsInbox,
} from '../../support/receiving/twilio-chat.ts';

let twilio: Awaited<ReturnType<typeof givenTwilio>>;
let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  twilio = await givenTwilio();
  test = await givenApp({
    'channels.twilio_url': twilio.url,
    'channels.retry_seconds': '0',
    'server.public_url': PUBLIC,
    // Where its files are is another host than that of the API.
    'webhooks.allowed_networks': '127.0.0.0/8,::1/128',
  });
  account = await givenAccount(test);
});
afterAll(async () => {
  await test.stop();
  await twilio.stop();
});

const number = newNumber;
const givenNumber = (): Promise<SmsInbox> => givenInbox(account, { type: 'sms', phone_number: number(), ...TWILIO });
const post = (path: string, fields: Fields, signed?: string) => postTo(test, path, fields, signed);
const messageTo = (inbox: SmsInbox, from: string, more: Fields) => messageAt(inbox.phone_number, from, more);

describe('a signature of Twilio', () => {
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const fields = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  });
  const form = formIn(fields.toString());

  it.each([url, url.replace('.com', '.com:443')])('fits %s', (address) => {
    expect(isSignedByTwilio(address, form, '12345', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=')).toBe(true);
    expect(isSignedByTwilio(address, form, '54321', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=')).toBe(false);
  });
});

describe('a text message to a number at Twilio', () => {
  it('is one of the contact with that number, once', async () => {
    const inbox = await givenNumber();
    const from = number();
    const { body: contact } = await account.call('POST', '/contacts', { name: 'Carla', phone_number: from });
    const fields = messageTo(inbox, from, { Body: 'Where is my parcel?', FromCountry: 'US' });
    const answers = await Promise.all([post('/twilio/callback', fields), post('/twilio/callback', fields)]);
    await post('/twilio/callback', messageTo(inbox, from, { Body: 'Hello?' }));
    const messages = await received(account, inbox, 2);

    expect(inbox.callback_webhook_url).toBe(`${PUBLIC}/twilio/callback`);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(messages.map(({ content, sender }) => [content, sender?.id])).toEqual([
      ['Where is my parcel?', contact.id],
      ['Hello?', contact.id],
    ]);
    expect(messages[0]).toMatchObject({ source_id: fields['MessageSid'] });
  });

  it('makes a contact, who has the number as name', async () => {
    const inbox = await givenNumber();
    const from = number();
    await post('/twilio/callback', messageTo(inbox, from, { Body: 'Hello' }));
    await received(account, inbox, 1);
    const [conversation] = await conversationsIn(account, inbox);

    expect(conversation?.meta.sender).toMatchObject({ name: from, phone_number: from });
  });

  it('has its files, which Twilio gives for the login and redirects', async () => {
    const inbox = await givenNumber();
    twilio.files.set('picture', PIXEL);
    const media = { NumMedia: '1', MediaUrl0: `${twilio.url}/media/picture`, MediaContentType0: 'image/png' };
    await post('/twilio/callback', messageTo(inbox, number(), media));
    const [message] = await eventually(
      () => messagesIn(account, inbox),
      ([first]) => first?.attachments.length === 1,
    );

    expect(message).toMatchObject({ content: null, attachments: [{ file_type: 'image' }] });
  });

  it('is refused with another signature, without one, and from another account of Twilio', async () => {
    const inbox = await givenNumber();
    const fields = messageTo(inbox, number(), { Body: 'forged' });
    const foreign = { ...fields, AccountSid: `AC${'2'.repeat(32)}` };
    const answers = [
      await post('/twilio/callback', fields, signature(`${PUBLIC}/twilio/callback`, fields, 'guessed')),
      await post('/twilio/callback', fields, ''),
      await post('/twilio/callback', foreign),
      await post('/twilio/callback', { ...fields, Body: 'changed' }, signature(`${PUBLIC}/twilio/callback`, fields)),
    ];
    const unknown = await post('/twilio/callback', { ...fields, To: '+15550000000' });

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(unknown.status).toBe(204);
    expect(await messagesIn(account, inbox)).toEqual([]);
  });
});

describe('a message through a messaging service that an inbox of another account names', () => {
  it('is one of the number by whose login it is signed', async () => {
    const inbox = await givenNumber();
    const service = `MG${number().slice(1).padStart(32, '0')}`;
    const foreign = { account_sid: `AC${'3'.repeat(32)}`, auth_token: 'theirs' };
    const other = await givenAccount(test);
    const theirs = await givenInbox(other, { type: 'sms', messaging_service_sid: service, ...foreign });
    const fields = messageTo(inbox, number(), { Body: 'Hello', MessagingServiceSid: service });

    const { status } = await post('/twilio/callback', fields);
    const forged = await post('/twilio/callback', fields, 'forged');

    expect([status, forged.status]).toEqual([204, 401]);
    await received(account, inbox, 1);
    expect(await conversationsIn(other, theirs)).toEqual([]);
  });
});

describe('a status of Twilio', () => {
  /** A message that Twilio has accepted, and what it says of it. */
  async function givenSent() {
    const inbox = await givenNumber();
    const from = number();
    await post('/twilio/callback', messageTo(inbox, from, { Body: 'Hello' }));
    await received(account, inbox, 1);
    const [conversation] = await conversationsIn(account, inbox);
    const { body } = await reply(account, conversation!, { content: 'Hello yourself' });
    const sent = await eventually(
      () => twilio.sent.findLast(({ to }) => to === from),
      (found) => found !== undefined,
    );
    const tell = (status: string, more: Fields = {}) =>
      post('/twilio/delivery_status', {
        MessageSid: sent!.sid,
        MessageStatus: status,
        AccountSid: TWILIO.account_sid,
        From: inbox.phone_number,
        To: from,
        ...more,
      });
    const shown = async () => (await messagesIn(account, inbox)).find(({ id }) => id === body.id)!;
    return { sent: sent!, tell, shown, conversation: conversation!, message: body as { id: number } };
  }

  it('moves a message forward only, in whichever order it comes', async () => {
    const { sent, tell, shown } = await givenSent();
    const answer = await tell('read');
    await eventually(shown, ({ status }) => status === 'read');
    await tell('sent');
    await tell('delivered');
    await tell('delivered');

    expect(sent.callback).toBe(`${PUBLIC}/twilio/delivery_status`);
    expect(answer.status).toBe(204);
    await eventually(
      async () =>
        test
          .rows()
          .selectFrom('received_events')
          .select('id')
          .where('lane', '=', `status ${sent.sid}`)
          .where('status', '=', 'waiting')
          .execute(),
      ({ length }) => length === 0,
    );
    expect((await shown()).status).toBe('read');
  });

  it('says why a message failed; a retry sends it again', async () => {
    const { tell, shown, conversation, message, sent } = await givenSent();
    await eventually(shown, ({ source_id: id }) => id !== null);
    await tell('undelivered', { ErrorCode: '30003', ErrorMessage: 'Unreachable destination handset' });
    const failed = await eventually(shown, ({ status }) => status === 'failed');
    await account.call('POST', pathOf(conversation, `/messages/${message.id}/retry`));
    const again = await eventually(
      () => twilio.sent.filter(({ to }) => to === sent.to),
      ({ length }) => length === 2,
    );

    expect(failed.content_attributes['external_error']).toBe('30003 - Unreachable destination handset');
    expect(again.map(({ body }) => body)).toEqual(['Hello yourself', 'Hello yourself']);
  });

  it('is refused without a signature', async () => {
    const { shown, sent } = await givenSent();
    const forged = await post(
      '/twilio/delivery_status',
      {
        MessageSid: sent.sid,
        MessageStatus: 'failed',
        AccountSid: TWILIO.account_sid,
        From: String(sent.from),
        To: sent.to,
      },
      'forged',
    );

    expect(forged.status).toBe(401);
    expect((await shown()).status).toBe('sent');
  });
});
