import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf, reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenContact, type TestAccount } from '../../support/factories.ts';
import { ended } from '../../support/providers/sent-message.ts';
import { givenCloudApi } from '../../support/providers/whatsapp.ts';
import { conversationsIn, received, type ShownMessage } from '../../support/receiving/received.ts';
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
let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  cloud = await givenCloudApi();
  test = await givenApp({ 'channels.whatsapp_url': cloud.url, 'channels.retry_seconds': '0' });
  account = await givenAccount(test);
});
afterAll(async () => {
  await test.stop();
  await cloud.stop();
});

let last = Date.now() % 1_000_000_000;
const newId = () => `DE.7${(last += 1)}`;
const carlaNow = (): Writer => writer({ user_id: newId() });

/** An inbox with a conversation of somebody. */
async function givenChat() {
  const number = await givenCloudNumber(account);
  const before = carlaNow();
  await write(test, number, before, givenMessage(before, textOf('Hello')));
  await received(account, number.inbox, 1);
  const [conversation] = await conversationsIn(account, number.inbox);
  return { number, before, after: carlaNow(), conversation: conversation! };
}

/** A system message, which has no `contacts` and may leave the old number out. */
const systemOf = (from: Writer, system: object) =>
  givenMessage({ wa_id: from.wa_id, profile: from.profile }, { type: 'system', system });
const numberChange = (before: Writer, after: Writer) =>
  systemOf(before, {
    type: 'user_changed_number',
    wa_id: after.wa_id,
    user_id: after.user_id,
    previous_user_id: before.user_id,
  });
const tell = (number: WhatsappNumber, message: object) =>
  post(test, number, callbackOf([number, { messages: [message] }]));

async function activitiesOf(conversation: { id: number }) {
  const messages = (await messagesOf(account, conversation)) as ShownMessage[];
  return messages.filter(({ message_type: type }) => type === 2).map(({ content }) => content);
}
const untilActivity = (conversation: { id: number }, count = 1) =>
  eventually(
    () => activitiesOf(conversation),
    ({ length }) => length >= count,
  );
async function contactOf({ meta }: { meta: { sender: Record<string, unknown> } }) {
  return (await account.call('GET', `/contacts/${String(meta.sender['id'])}`)).body;
}
async function answer(conversation: { id: number }, content: string) {
  const { body } = await reply(account, conversation, { content });
  await ended(account, conversation, body.id);
  const { to = null, recipient = null } = cloud.sent.findLast(({ text }) => text?.body === content)!;
  return { to, recipient };
}

describe('somebody who has a new number at WhatsApp', () => {
  it('stays the same contact, with the new number and a note', async () => {
    const { number, before, after, conversation } = await givenChat();
    await tell(number, numberChange(before, after));
    const notes = await untilActivity(conversation);
    await tell(number, numberChange(before, after));
    await write(test, number, after, givenMessage(after, textOf('It is me')));
    await received(account, number.inbox, 2);

    expect(notes).toEqual([`Carla Contact has the new number +${after.wa_id} at WhatsApp`]);
    expect(await activitiesOf(conversation)).toHaveLength(1);
    expect(await conversationsIn(account, number.inbox)).toHaveLength(1);
    expect(await contactOf(conversation)).toMatchObject({
      phone_number: `+${after.wa_id}`,
      contact_inboxes: [{ source_id: after.wa_id }],
    });
    expect(await answer(conversation, `to ${after.wa_id}`)).toEqual({ to: after.wa_id, recipient: null });
  });

  it('is not who has the old number later', async () => {
    const { number, before, after, conversation } = await givenChat();
    await tell(number, numberChange(before, after));
    await untilActivity(conversation);
    const other = { ...carlaNow(), wa_id: before.wa_id, profile: { name: 'Dora' } };
    await write(test, number, other, givenMessage(other, textOf('Who was that?')));
    await received(account, number.inbox, 2);
    const [, begun] = await conversationsIn(account, number.inbox);

    expect(begun!.meta.sender).toMatchObject({ name: 'Dora', phone_number: `+${before.wa_id}` });
  });

  it('may be known only by what WhatsApp says in words', async () => {
    const { number, before, after, conversation } = await givenChat();
    const body = `User Carla Contact changed from ${before.wa_id} to ${after.wa_id}`;
    await tell(
      number,
      systemOf({ profile: before.profile }, { type: 'user_changed_number', wa_id: after.wa_id, body }),
    );
    await untilActivity(conversation);

    expect(await contactOf(conversation)).toMatchObject({ phone_number: `+${after.wa_id}` });
  });

  it('keeps the old phone number where another contact has the new one', async () => {
    const { number, before, after, conversation } = await givenChat();
    await givenContact(account, { name: 'Dora', phone_number: `+${after.wa_id}` });
    await tell(number, numberChange(before, after));
    await untilActivity(conversation);
    await write(test, number, after, givenMessage(after, textOf('It is me')));
    await received(account, number.inbox, 2);

    expect(await conversationsIn(account, number.inbox)).toHaveLength(1);
    expect(await contactOf(conversation)).toMatchObject({
      phone_number: `+${before.wa_id}`,
      contact_inboxes: [{ source_id: after.wa_id }],
    });
  });

  it('is not merged with who is known in the inbox by the new one', async () => {
    const { number, before, after, conversation } = await givenChat();
    const named = { ...after, profile: { name: 'Carla New' } };
    await write(test, number, named, givenMessage(named, textOf('It is me')));
    await received(account, number.inbox, 2);
    await tell(number, numberChange(before, after));
    const [note] = await untilActivity(conversation);
    await tell(number, numberChange(before, after));
    await write(test, number, named, givenMessage(named, textOf('Still me')));
    await received(account, number.inbox, 3);

    expect(note).toContain('Carla Contact is now Carla New (contact ');
    expect(await activitiesOf(conversation)).toHaveLength(1);
    expect(await conversationsIn(account, number.inbox)).toHaveLength(2);
    expect(await contactOf(conversation)).toMatchObject({ contact_inboxes: [{ source_id: before.wa_id }] });
  });
});

describe('somebody who has a new id at WhatsApp', () => {
  it('stays the same contact, who is answered by it', async () => {
    const { number, before, after, conversation } = await givenChat();
    const change = { type: 'user_changed_user_id', user_id: after.user_id, previous_user_id: before.user_id };
    await tell(number, systemOf({ profile: before.profile }, change));
    const notes = await untilActivity(conversation);
    const answered = await answer(conversation, `to ${after.user_id}`);
    const shy: Writer = { user_id: after.user_id, profile: after.profile };
    await write(test, number, shy, givenMessage(shy, textOf('It is me')));
    await received(account, number.inbox, 3);

    expect(notes).toEqual(['Carla Contact has a new id at WhatsApp']);
    expect(answered).toEqual({ to: null, recipient: after.user_id });
    expect(await conversationsIn(account, number.inbox)).toHaveLength(1);
  });

  it('is nobody where the old one is not known', async () => {
    const number = await givenCloudNumber(account);
    const [before, after] = [carlaNow(), carlaNow()];
    await tell(number, numberChange(before, after));
    await write(test, number, after, givenMessage(after, textOf('Hello')));
    await received(account, number.inbox, 1);
    const [conversation] = await conversationsIn(account, number.inbox);

    expect(await activitiesOf(conversation!)).toEqual([]);
  });
});
