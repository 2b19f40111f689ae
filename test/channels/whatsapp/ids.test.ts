import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';
import { ended } from '../../support/providers/sent-message.ts';
import { givenTwilio, TWILIO } from '../../support/providers/twilio.ts';
import { givenCloudApi } from '../../support/providers/whatsapp.ts';
import { conversationsIn, received } from '../../support/receiving/received.ts';
import {
  type Fields,
  messageTo,
  newNumber,
  post as postToTwilio,
  PUBLIC,
} from '../../support/receiving/twilio-chat.ts';
import {
  callbackOf,
  givenCloudNumber,
  givenMessage,
  post,
  textOf,
  type WhatsappNumber,
  write,
  type Writer,
  writer,
} from '../../support/receiving/whatsapp-chat.ts';

let cloud: Awaited<ReturnType<typeof givenCloudApi>>;
let twilio: Awaited<ReturnType<typeof givenTwilio>>;
let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  cloud = await givenCloudApi();
  twilio = await givenTwilio();
  test = await givenApp({
    'channels.whatsapp_url': cloud.url,
    'channels.twilio_url': twilio.url,
    'channels.twilio_content_url': twilio.url,
    'channels.retry_seconds': '0',
    'server.public_url': PUBLIC,
  });
  account = await givenAccount(test);
});
afterAll(async () => {
  await test.stop();
  await cloud.stop();
  await twilio.stop();
});

let last = Date.now() % 1_000_000_000;
const newId = (country = 'DE') => `${country}.${(last += 1)}`;

/** Somebody with all ids that WhatsApp has. */
const carlaWithAll = () => writer({ user_id: newId(), parent_user_id: newId('DE.ENT') });
/** The same person, as callbacks show them that leave ids out. */
const only = (who: Writer, ...names: ('wa_id' | 'user_id' | 'parent_user_id')[]): Writer => ({
  profile: who.profile,
  ...Object.fromEntries(names.map((name) => [name, who[name]])),
});

async function contactOf(contact: Record<string, unknown>) {
  return (await account.call('GET', `/contacts/${String(contact['id'])}`)).body;
}

/** Answers in a conversation, and returns the address that it went to. */
async function answer(conversation: { id: number }, content: string) {
  const { body } = await reply(account, conversation, { content });
  await ended(account, conversation, body.id);
  const { to = null, recipient = null } = cloud.sent.findLast(({ text }) => text?.body === content)!;
  return { to, recipient };
}

describe('a contact with a number and ids at WhatsApp', () => {
  it.each<[string, (who: Writer) => Writer[]]>([
    ['by all first, then without the number', (who) => [who, only(who, 'user_id')]],
    ['by the id first, then with the number', (who) => [only(who, 'user_id'), who, only(who, 'wa_id')]],
    ['by the id of the group first', (who) => [only(who, 'parent_user_id'), who, only(who, 'user_id')]],
    [
      'by an id that is new, and the same of the group',
      (who) => [who, { ...only(who, 'parent_user_id'), user_id: newId() }],
    ],
  ])('is one contact: %s', async (_, formsOf) => {
    const number = await givenCloudNumber(account);
    const carla = carlaWithAll();
    for (const [index, who] of formsOf(carla).entries()) {
      await write(test, number, who, givenMessage(who, textOf(`message ${index}`)));
      await received(account, number.inbox, index + 1);
    }
    const [conversation, ...others] = await conversationsIn(account, number.inbox);

    expect(others).toEqual([]);
    expect(await answer(conversation!, `answer to ${carla.wa_id}`)).toEqual({ to: carla.wa_id, recipient: null });
    expect(await contactOf(conversation!.meta.sender)).toMatchObject({
      phone_number: `+${carla.wa_id}`,
      contact_inboxes: [{ source_id: carla.wa_id }],
    });
  });

  it('is answered by the id while no number is known', async () => {
    const number = await givenCloudNumber(account);
    const carla = carlaWithAll();
    const [parent, shy] = [only(carla, 'parent_user_id'), only(carla, 'user_id', 'parent_user_id')];
    await write(test, number, parent, givenMessage(parent, textOf('first')));
    await received(account, number.inbox, 1);
    await write(test, number, shy, givenMessage(shy, textOf('second')));
    await received(account, number.inbox, 2);
    const [conversation, ...others] = await conversationsIn(account, number.inbox);

    expect(others).toEqual([]);
    expect(await answer(conversation!, `to ${carla.user_id}`)).toEqual({ to: null, recipient: carla.user_id });
  });

  it('is known by what echoes and statuses say', async () => {
    const number = await givenCloudNumber(account);
    const [carla, dora] = [carlaWithAll(), carlaWithAll()];
    const echo = {
      ...givenMessage(carla, textOf('From the app')),
      from: number.phoneNumber.slice(1),
      from_user_id: undefined,
      from_parent_user_id: undefined,
      to: carla.wa_id,
      to_user_id: carla.user_id,
      to_parent_user_id: carla.parent_user_id,
    };
    await post(test, number, callbackOf([number, { message_echoes: [echo] }]));
    await received(account, number.inbox, 1);
    const shy = only(carla, 'user_id');
    await write(test, number, shy, givenMessage(shy, textOf('Hello')));
    await received(account, number.inbox, 2);
    const [conversation, ...others] = await conversationsIn(account, number.inbox);

    expect(others).toEqual([]);

    const older = only(dora, 'wa_id');
    await write(test, number, older, givenMessage(older, textOf('Before there were ids')));
    await received(account, number.inbox, 3);
    const [, begun] = await conversationsIn(account, number.inbox);
    const { body: sent } = await reply(account, begun!, { content: 'Which parcel?' });
    const { source_id: id } = await ended(account, begun!, sent.id);
    const status = {
      id,
      status: 'delivered',
      recipient_id: dora.wa_id,
      recipient_user_id: dora.user_id,
      parent_recipient_user_id: dora.parent_user_id,
    };
    await post(test, number, callbackOf([number, { contacts: [dora], statuses: [status] }]));
    await eventually(
      () => received(account, number.inbox, 4),
      (messages) => messages.some((message) => message.id === sent.id && message.status === 'delivered'),
    );
    const group = only(dora, 'parent_user_id');
    await write(test, number, group, givenMessage(group, textOf('That one')));
    await received(account, number.inbox, 5);

    expect((await conversationsIn(account, number.inbox)).map((one) => one.id)).toEqual([conversation!.id, begun!.id]);
  });

  it('is found by any of the ids, and forgotten with them', async () => {
    const number = await givenCloudNumber(account);
    const carla = carlaWithAll();
    await write(test, number, carla, givenMessage(carla, textOf('Hello')));
    await received(account, number.inbox, 1);
    const [conversation] = await conversationsIn(account, number.inbox);
    const { id } = conversation!.meta.sender;
    const find = (sourceId: unknown) =>
      account.call('POST', '/contact_inboxes/filter', { inbox_id: number.inbox.id, source_id: sourceId });
    const found = [await find(carla.wa_id), await find(carla.user_id), await find(carla.parent_user_id)];
    const begun = await account.call('POST', '/conversations', { source_id: carla.user_id, inbox_id: number.inbox.id });
    await account.call('DELETE', `/contacts/${String(id)}`);
    const keys = test.rows().selectFrom('contact_keys').select('key').where('inbox_id', '=', number.inbox.id);

    expect(found.map(({ body }) => body.id)).toEqual([id, id, id]);
    expect(begun.body.meta.sender.id).toBe(id);
    expect(await keys.execute()).toEqual([]);
  });

  it('is somebody of their own in each inbox', async () => {
    const [one, two] = [await givenCloudNumber(account), await givenCloudNumber(account)];
    const carla = carlaWithAll();
    const shy = only(carla, 'user_id');
    await write(test, one, shy, givenMessage(shy, textOf('Here')));
    await received(account, one.inbox, 1);
    await write(test, two, carla, givenMessage(carla, textOf('There')));
    await received(account, two.inbox, 1);
    await write(test, one, carla, givenMessage(carla, textOf('Here again')));
    await received(account, one.inbox, 2);
    const [[here], [there]] = [await conversationsIn(account, one.inbox), await conversationsIn(account, two.inbox)];

    expect(here!.meta.sender['id']).not.toBe(there!.meta.sender['id']);
    expect(await contactOf(here!.meta.sender)).toMatchObject({ phone_number: null });
    expect(await contactOf(there!.meta.sender)).toMatchObject({ phone_number: `+${carla.wa_id}` });
  });

  it('stays in the only conversation of an inbox that is locked to one', async () => {
    const number: WhatsappNumber = await givenCloudNumber(account);
    await account.call('PATCH', `/inboxes/${number.inbox.id}`, { lock_to_single_conversation: true });
    const carla = carlaWithAll();
    await write(test, number, carla, givenMessage(carla, textOf('Hello')));
    await received(account, number.inbox, 1);
    const [conversation] = await conversationsIn(account, number.inbox);
    await account.call('POST', `/conversations/${conversation!.id}/toggle_status`, { status: 'resolved' });
    const shy = only(carla, 'user_id');
    await write(test, number, shy, givenMessage(shy, textOf('And now?')));
    await received(account, number.inbox, 2);

    expect(await conversationsIn(account, number.inbox)).toHaveLength(1);
  });
});

describe('a contact with a number and an id at Twilio', () => {
  it.each(['ExternalUserId', 'ExternalUserIdentifier'])('is one contact by %s', async (name) => {
    const inbox = await givenInbox(account, { type: 'sms', medium: 'whatsapp', phone_number: newNumber(), ...TWILIO });
    const [phone, id] = [newNumber(), newId()];
    const say = (from: string, fields: Fields) =>
      postToTwilio(test, '/twilio/callback', messageTo(`whatsapp:${inbox.phone_number}`, `whatsapp:${from}`, fields));
    await say(phone, { Body: 'first', [name]: id });
    await received(account, inbox, 1);
    await say(id, { Body: 'second', [name]: id });
    await received(account, inbox, 2);
    const [conversation, ...others] = await conversationsIn(account, inbox);
    const { body } = await reply(account, conversation!, { content: `Hello ${id}` });
    await ended(account, conversation!, body.id);

    expect(others).toEqual([]);
    expect(twilio.sent.findLast((sent) => sent.body === `Hello ${id}`)).toMatchObject({ to: `whatsapp:${phone}` });
  });

  it('may be known by the id before the number, which the team has put in', async () => {
    const inbox = await givenInbox(account, { type: 'sms', medium: 'whatsapp', phone_number: newNumber(), ...TWILIO });
    const [phone, id] = [newNumber(), newId()];
    const say = (from: string, fields: Fields) =>
      postToTwilio(test, '/twilio/callback', messageTo(`whatsapp:${inbox.phone_number}`, `whatsapp:${from}`, fields));
    await say(id, { Body: 'first' });
    await received(account, inbox, 1);
    const [conversation] = await conversationsIn(account, inbox);
    await account.call('PATCH', `/contacts/${String(conversation!.meta.sender['id'])}`, { phone_number: phone });
    await givenContact(account, { name: 'Somebody else', phone_number: newNumber() });
    await say(phone, { Body: 'second' });
    await received(account, inbox, 2);

    expect(await conversationsIn(account, inbox)).toHaveLength(1);
  });
});
