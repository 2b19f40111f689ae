import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';
import { PIXEL } from '../../support/files/media.ts';
import { ended } from '../../support/providers/sent-message.ts';
import { givenTwilio, TWILIO, twilioContent, twilioRefusal } from '../../support/providers/twilio.ts';
import { conversationsIn, messagesIn, received } from '../../support/receiving/received.ts';
import { type Fields, messageTo, newNumber, post, PUBLIC, type SmsInbox } from '../../support/receiving/twilio-chat.ts';

let twilio: Awaited<ReturnType<typeof givenTwilio>>;
let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  twilio = await givenTwilio();
  twilio.contents.push(
    twilioContent('welcome', 'Hello!'),
    twilioContent('parcel', 'Hello {{1}}, your parcel {{2}} is on its way.', { variables: { 1: 'Carla', 2: 'P-5' } }),
    twilioContent('waiting', 'Buy!', { approval_requests: { status: 'pending', category: 'MARKETING' } }),
  );
  test = await givenApp({
    'channels.twilio_url': twilio.url,
    'channels.twilio_content_url': twilio.url,
    'channels.retry_seconds': '0',
    'server.public_url': PUBLIC,
  });
  account = await givenAccount(test);
});
afterAll(async () => {
  await test.stop();
  await twilio.stop();
});

const givenSender = (more: object = {}): Promise<SmsInbox> =>
  givenInbox(account, { type: 'sms', medium: 'whatsapp', phone_number: newNumber(), ...TWILIO, ...more });
const write = (inbox: SmsInbox, from: string, fields: Fields) =>
  post(test, '/twilio/callback', messageTo(`whatsapp:${inbox.phone_number}`, `whatsapp:${from}`, fields));

/** A conversation that somebody has begun. */
async function givenChat() {
  const inbox = await givenSender();
  const from = newNumber();
  await write(inbox, from, { Body: 'Hello', ProfileName: 'Carla Contact' });
  await received(account, inbox, 1);
  const [conversation] = await conversationsIn(account, inbox);
  return { inbox, from, conversation: conversation! };
}

const sentTo = (from: string) => twilio.sent.filter(({ to }) => to === `whatsapp:${from}`);

describe('a sender of WhatsApp at Twilio', () => {
  it('receives messages of people with their names, and answers them', async () => {
    const { inbox, from, conversation } = await givenChat();

    const { body } = await reply(account, conversation, { content: 'Your **parcel** is on its way.' });
    await ended(account, conversation, body.id);

    expect(inbox).toMatchObject({ medium: 'whatsapp', provider: 'twilio', messaging_service_sid: null });
    expect(conversation.meta.sender).toMatchObject({ name: 'Carla Contact', phone_number: from });
    const { body: contact } = await account.call('GET', `/contacts/${String(conversation.meta.sender['id'])}`);
    expect(contact.contact_inboxes).toMatchObject([{ inbox_id: inbox.id, source_id: `whatsapp:${from}` }]);
    expect(sentTo(from)).toMatchObject([
      {
        from: `whatsapp:${inbox.phone_number}`,
        body: 'Your *parcel* is on its way.',
        callback: `${PUBLIC}/twilio/delivery_status`,
      },
    ]);
  });

  it('knows people who show no number by their id', async () => {
    const inbox = await givenSender();

    await write(inbox, 'DE.13491208655302741918', { Body: 'Hello', ProfileUsername: '@carla' });
    await received(account, inbox, 1);
    const [conversation] = await conversationsIn(account, inbox);
    const { body } = await reply(account, conversation!, { content: 'Hello yourself' });
    await ended(account, conversation!, body.id);

    expect(conversation?.meta.sender).toMatchObject({ name: '@carla', phone_number: null });
    expect(twilio.sent.at(-1)).toMatchObject({ to: 'whatsapp:DE.13491208655302741918', body: 'Hello yourself' });
  });

  it('finds the conversation of somebody who is written to first', async () => {
    const inbox = await givenSender();
    const from = newNumber();
    const contact = await givenContact(account, { name: 'Carla', phone_number: from });
    const begun = await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });

    await write(inbox, from, { Body: 'Who is there?' });
    await received(account, inbox, 1);

    expect((await conversationsIn(account, inbox)).map(({ id }) => id)).toEqual([begun.body.id]);
  });

  it('sends each file by itself, the first picture with the text', async () => {
    const { from, conversation } = await givenChat();
    const form = new FormData();
    form.set('content', 'The box');
    form.set('message_type', 'outgoing');
    form.append('attachments[]', new Blob([PIXEL], { type: 'image/png' }), 'box.png');
    form.append('attachments[]', new Blob(['read me'], { type: 'text/plain' }), 'manual.txt');
    const { body } = await account.call('POST', `/conversations/${conversation.id}/messages`, form);
    await ended(account, conversation, body.id);

    expect(sentTo(from).map(({ body: text, media }) => [text, media.length])).toEqual([
      ['The box', 1],
      [null, 1],
    ]);
  });

  it('shows places, and what was pressed', async () => {
    const { inbox, from } = await givenChat();

    await write(inbox, from, { Latitude: '52.5', Longitude: '13.25', Label: 'The shop', Address: 'Main Street 1' });
    await write(inbox, from, { Body: 'Yes', ButtonText: 'Yes', ButtonPayload: 'yes-1' });
    const [, place, pressed] = await received(account, inbox, 3);

    expect(place?.attachments).toMatchObject([
      {
        file_type: 'location',
        coordinates_lat: 52.5,
        coordinates_long: 13.25,
        fallback_title: 'The shop, Main Street 1',
      },
    ]);
    expect(pressed).toMatchObject({
      content: 'Yes',
      content_attributes: { submitted_values: [{ title: 'Yes', value: 'yes-1' }] },
    });
  });

  it('is another inbox than the same number for text messages', async () => {
    const inbox = await givenSender();
    const sms = await givenInbox(account, { type: 'sms', phone_number: inbox.phone_number, ...TWILIO });

    await post(test, '/twilio/callback', messageTo(inbox.phone_number, newNumber(), { Body: 'by SMS' }));
    await write(inbox, newNumber(), { Body: 'by WhatsApp' });
    const [one, two] = [await received(account, sms, 1), await received(account, inbox, 1)];

    expect([one, two].map((messages) => messages.map(({ content }) => content))).toEqual([['by SMS'], ['by WhatsApp']]);
    const { status, body } = await account.call('PATCH', `/inboxes/${sms.id}`, { channel: { medium: 'whatsapp' } });
    expect([status, body.attributes]).toEqual([422, ['channel.medium']]);
  });
});

describe('a message of WhatsApp after 24 hours', () => {
  /** A contact who has not written. */
  async function givenSilent() {
    const inbox = await givenSender();
    await eventually(
      async () => (await account.call('GET', `/inboxes/${inbox.id}`)).body.content_templates.templates,
      ({ length }: object[]) => length === 3,
    );
    const contact = await givenContact(account, { name: 'Carla', phone_number: newNumber() });
    const { body } = await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
    return { conversation: body as { id: number }, to: `whatsapp:${contact.phone_number}` };
  }

  it('fails at once', async () => {
    const { conversation } = await givenSilent();

    const { body } = await reply(account, conversation, { content: 'Hello?' });

    expect(body).toMatchObject({
      status: 'failed',
      external_error: 'the contact has not written in the last 24 hours: only a message template can be sent',
    });
  });

  it.each([
    ['by their numbers', { 1: 'Carla', 2: 'P-5' }],
    ['by component', { body: { 1: 'Carla', 2: 'P-5' } }],
    ['as a list', ['Carla', 'P-5']],
  ])('is sent as a template, with its values %s', async (_, processed) => {
    const { conversation, to } = await givenSilent();

    const { body } = await reply(account, conversation, {
      content: 'Your parcel',
      template_params: { name: 'parcel', language: 'EN', processed_params: processed },
    });
    await ended(account, conversation, body.id);

    expect(twilio.sent.findLast((sent) => sent.to === to)).toMatchObject({
      body: null,
      template: { sid: twilio.contents[1]!.sid, variables: { 1: 'Carla', 2: 'P-5' } },
    });
  });

  it.each([
    ['waiting', 'the inbox has no approved template waiting'],
    ['unknown', 'the inbox has no approved template unknown'],
  ])('is not sent as the template %s, which cannot be', async (name, error) => {
    const { conversation } = await givenSilent();

    const { body } = await reply(account, conversation, { content: 'x', template_params: { name } });
    const message = await ended(account, conversation, body.id);

    expect(message.content_attributes['external_error']).toContain(error);
  });

  it('is refused in plain words, at once or with a status', async () => {
    const { conversation, inbox, from } = await givenChat();
    const shown = async (id: number) => (await messagesIn(account, inbox)).find((one) => one.id === id)!;

    twilio.faults.push({ is: 'reply', reply: twilioRefusal(400, 63016, 'Failed to send freeform message') });
    const first = (await reply(account, conversation, { content: 'One' })).body;
    const refused = await ended(account, conversation, first.id);
    const second = (await reply(account, conversation, { content: 'Two' })).body;
    const { source_id: sid } = await ended(account, conversation, second.id);
    await post(test, '/twilio/delivery_status', {
      MessageSid: String(sid),
      MessageStatus: 'failed',
      ErrorCode: '63016',
      AccountSid: TWILIO.account_sid,
      From: `whatsapp:${inbox.phone_number}`,
      To: `whatsapp:${from}`,
    });
    const failed = await eventually(
      () => shown(second.id),
      ({ status }) => status === 'failed',
    );

    const words = 'the contact has not written in the last 24 hours: only a message template can be sent';
    expect([refused, failed].map((one) => one.content_attributes['external_error'])).toEqual([
      `Twilio answered 400: ${words} (63016)`,
      `63016 - ${words}`,
    ]);
  });
});

describe('what Twilio tells of WhatsApp', () => {
  it('is never empty', async () => {
    const inbox = await givenSender();
    await write(inbox, newNumber(), { MessageType: 'hologram' });
    const [shown] = await received(account, inbox, 1);

    expect(shown).toMatchObject({
      content: 'A message that cannot be shown here: hologram',
      content_attributes: { is_unsupported: true, unsupported_kind: 'hologram' },
    });
  });

  it('has the advertisement that led there', async () => {
    const inbox = await givenSender();
    await write(inbox, newNumber(), {
      Body: 'Is it there?',
      ReferralHeadline: 'Shoes',
      ReferralSourceId: '5',
      ReferralSourceUrl: 'https://fb.me/5',
      ReferralCtwaClid: 'click',
    });
    const [shown] = await received(account, inbox, 1);
    const [conversation] = await conversationsIn(account, inbox);
    const { body } = await account.call('GET', `/conversations/${conversation!.id}`);
    const referral = { headline: 'Shoes', source_id: '5', source_url: 'https://fb.me/5', ctwa_clid: 'click' };

    expect(shown).toMatchObject({ content: 'Is it there?', content_attributes: { referral } });
    expect(body.additional_attributes).toMatchObject({ referral });
  });

  it('says in words why a marketing message did not arrive', async () => {
    const { inbox, conversation } = await givenChat();
    const { body } = await reply(account, conversation, { content: 'Buy!' });
    const { source_id: sid } = await ended(account, conversation, body.id);
    const fields = {
      MessageSid: sid!,
      AccountSid: TWILIO.account_sid,
      MessageStatus: 'undelivered',
      ErrorCode: '63049',
    };
    const from = `whatsapp:${inbox.phone_number}`;
    await post(test, '/twilio/delivery_status', { ...fields, From: from, To: 'whatsapp:+15550001' });
    const [message] = await eventually(
      async () => (await messagesIn(account, inbox)).filter(({ id }) => id === body.id),
      ([one]) => one!.status === 'failed',
    );

    expect(message).toMatchObject({
      content_attributes: {
        external_error: '63049 - Meta has chosen not to deliver this marketing message to the contact',
      },
    });
  });
});
