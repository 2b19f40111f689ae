import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenContact, type TestAccount } from '../../support/factories.ts';
import { ended } from '../../support/providers/sent-message.ts';
import { givenCloudApi } from '../../support/providers/whatsapp.ts';
import { conversationsIn, messagesIn, received } from '../../support/receiving/received.ts';
import {
  callbackOf,
  givenCloudNumber,
  givenMessage,
  post,
  textOf,
  type WhatsappContent,
  type WhatsappGiven,
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

/** An inbox with a message of somebody, who has been answered, and a resolved conversation. */
async function givenResolved(more: object = {}) {
  const number = await givenCloudNumber(account);
  await account.call('PATCH', `/inboxes/${number.inbox.id}`, more);
  const carla = writer();
  const message = givenMessage(carla, textOf('Where is my parcel?'));
  await write(test, number, carla, message);
  await received(account, number.inbox, 1);
  const [conversation] = await conversationsIn(account, number.inbox);
  const { body } = await reply(account, conversation!, { content: 'On its way' });
  const answer = await ended(account, conversation!, body.id);
  await account.call('POST', `/conversations/${conversation!.id}/toggle_status`, { status: 'resolved' });
  return { number, carla, message, answer, conversation: conversation! };
}

const contentsIn = async (number: WhatsappNumber) =>
  (await messagesIn(account, number.inbox)).map(({ content }) => content);
const untilContents = (number: WhatsappNumber, wanted: (contents: (string | null)[]) => boolean) =>
  eventually(() => contentsIn(number), wanted);
const shownConversation = async ({ id }: { id: number }) => (await account.call('GET', `/conversations/${id}`)).body;

/** Has all events of the inbox handled that came before this one, which begins no conversation. */
async function afterOthers(number: WhatsappNumber) {
  const events = () =>
    test
      .rows()
      .selectFrom('received_events')
      .select('id')
      .where('inbox_id', '=', number.inbox.id)
      .where('status', '=', 'waiting')
      .execute();
  await eventually(events, ({ length }) => length === 0);
}

describe('a message of WhatsApp', () => {
  /** What a message of somebody new is shown as. */
  async function shownOf(content: WhatsappContent) {
    const number = await givenCloudNumber(account);
    const carla = writer();
    await write(test, number, carla, givenMessage(carla, content));
    return (await received(account, number.inbox, 1))[0]!;
  }
  const interactive = (type: string, value: object) => ({ type: 'interactive', interactive: { type, [type]: value } });

  it.each<[string, WhatsappContent, object]>([
    [
      'an answered form',
      interactive('nfm_reply', {
        name: 'flow',
        body: 'Sent',
        response_json: JSON.stringify({
          flow_token: 't',
          first_name: 'Carla',
          days: ['Mon', 'Tue'],
          address: { city: 'Bonn' },
        }),
      }),
      {
        content: 'first name: Carla\ndays: Mon, Tue\naddress city: Bonn',
        content_attributes: {
          form_answer: expect.objectContaining({
            values: { first_name: 'Carla', days: ['Mon', 'Tue'], address: { city: 'Bonn' } },
          }),
        },
      },
    ],
    ['a form that cannot be read', interactive('nfm_reply', { body: 'Sent', response_json: '{' }), { content: 'Sent' }],
    [
      'an answer about calls',
      interactive('call_permission_reply', { response: 'accept', is_permanent: false }),
      { content: 'Allowed calls' },
    ],
    [
      'a product',
      interactive('product', { product_retailer_id: 'SKU-5', catalog_id: '1' }),
      { content: 'Product: SKU-5' },
    ],
    [
      'an interactive kind that is new',
      interactive('payment_reply', { state: { is_paid: true }, amount: 5 }),
      {
        content: 'A message that cannot be shown here: payment reply\nstate is paid: true\namount: 5',
        content_attributes: { is_unsupported: true, unsupported_kind: 'payment_reply' },
      },
    ],
    [
      'an empty answer',
      interactive('call_permission_reply', {}),
      { content: expect.stringContaining('call permission reply') },
    ],
    ['an empty choice', interactive('list_reply', {}), { content: expect.stringContaining('list reply') }],
    ['an empty text', textOf(''), { content: 'A message that cannot be shown here' }],
    [
      'a place without coordinates',
      { type: 'location', location: {} },
      { content: expect.stringContaining('location') },
    ],
    [
      'a kind that is new',
      { type: 'hologram', hologram: { caption: 'Look', layers: [{ depth: 1 }, { depth: 2 }] } },
      { content: 'A message that cannot be shown here: hologram\ncaption: Look\nlayers depth: 1\nlayers depth: 2' },
    ],
    ['no kind at all', { type: '' }, { content: 'A message that cannot be shown here' }],
    [
      'what cannot be passed on, with its kind',
      { type: 'unsupported', unsupported: { type: 'poll' }, errors: [{ code: 131051, title: 'Message type unknown' }] },
      { content: 'A message that WhatsApp does not pass on: poll: Message type unknown' },
    ],
    [
      'a question about a product',
      { ...textOf('Is it there?'), context: { referred_product: { catalog_id: '1', product_retailer_id: 'SKU-5' } } },
      {
        content: 'Is it there?',
        content_attributes: { referred_product: { catalog_id: '1', product_retailer_id: 'SKU-5' } },
      },
    ],
  ])('is never empty: %s', async (_, content, expected) => {
    expect(await shownOf(content)).toMatchObject(expected);
  });

  it.each<[string, boolean, string | null]>([
    ['as the phone number', false, 'theirs'],
    ['not as the phone number that another contact has', true, null],
  ])('may have the number of somebody who was asked for it: %s', async (_, isTaken, phone) => {
    const number = await givenCloudNumber(account);
    const carla = writer({ user_id: `DE.9${Date.now()}${isTaken ? 1 : 0}` });
    if (isTaken) await givenContact(account, { name: 'Dora', phone_number: `+${carla.wa_id}` });
    const shy: Writer = { user_id: carla.user_id, profile: carla.profile };
    const card = { phones: [{ phone: `+${carla.wa_id}` }] };
    await write(test, number, shy, givenMessage(shy, textOf('Hello')));
    await received(account, number.inbox, 1);
    await write(
      test,
      number,
      shy,
      givenMessage(shy, { type: 'contacts', origin: 'contact_request', contacts: [card] }),
    );
    await received(account, number.inbox, 2);
    const [conversation] = await conversationsIn(account, number.inbox);
    const { body } = await account.call('GET', `/contacts/${String(conversation!.meta.sender['id'])}`);
    const loud: Writer = { wa_id: carla.wa_id, profile: carla.profile };
    await write(test, number, loud, givenMessage(loud, textOf('Here I am')));
    await received(account, number.inbox, 3);

    expect(body.phone_number).toBe(phone === null ? null : `+${carla.wa_id}`);
    expect(await conversationsIn(account, number.inbox)).toHaveLength(1);
  });
});

describe('a message that somebody changes', () => {
  const editOf = (who: Writer, { id }: { id: string }, message: object): WhatsappGiven =>
    givenMessage(who, { type: 'edit', edit: { original_message_id: id, message } });
  const revokeOf = (who: Writer, { id }: { id: string }): WhatsappGiven =>
    givenMessage(who, { type: 'revoke', revoke: { original_message_id: id } });

  it('has the newest text, and is marked, also in a resolved conversation', async () => {
    const { number, carla, message, conversation } = await givenResolved();
    await write(test, number, carla, editOf(carla, message, textOf('Where is my parcel 5?')));
    await untilContents(number, (contents) => contents.includes('Where is my parcel 5?'));
    await write(test, number, carla, editOf(carla, message, textOf('Where are my parcels?')));
    await untilContents(number, (contents) => contents.includes('Where are my parcels?'));
    const [shown, ...others] = await messagesIn(account, number.inbox);

    expect(shown).toMatchObject({ source_id: message.id, content_attributes: { edited: true } });
    expect(others.map(({ content }) => content)).toEqual(['On its way']);
    expect(await shownConversation(conversation)).toMatchObject({ status: 'resolved' });
  });

  it('may be a file with another caption', async () => {
    const number = await givenCloudNumber(account);
    const carla = writer();
    const image = { id: '5551', mime_type: 'image/png', caption: 'Look' };
    const message = givenMessage(carla, { type: 'image', image });
    await write(test, number, carla, message);
    await received(account, number.inbox, 1);
    await write(
      test,
      number,
      carla,
      editOf(carla, message, { type: 'image', image: { ...image, caption: 'Look here' } }),
    );
    await untilContents(number, (contents) => contents.includes('Look here'));

    expect(await messagesIn(account, number.inbox)).toHaveLength(1);
  });

  it('may be one of the business, changed in its app', async () => {
    const { number, carla, answer } = await givenResolved();
    const edit = {
      ...editOf(carla, { id: answer.source_id! }, textOf('On its long way')),
      from: number.phoneNumber.slice(1),
      to: carla.wa_id,
    };
    await post(test, number, callbackOf([number, { message_echoes: [edit] }]));
    await untilContents(number, (contents) => contents.includes('On its long way'));

    expect(await messagesIn(account, number.inbox)).toHaveLength(2);
  });

  it('is changed although the change comes first', async () => {
    const { number, carla } = await givenResolved();
    const message = givenMessage(carla, textOf('Thanks'));
    await write(test, number, carla, editOf(carla, message, textOf('Thanks a lot')));
    await write(test, number, carla, message);
    await untilContents(number, (contents) => contents.includes('Thanks a lot'));

    expect(await contentsIn(number)).toEqual(['Where is my parcel?', 'On its way', 'Thanks a lot']);
  });

  it('is kept with its change where it never comes, and wakes nobody', async () => {
    const { number, carla, conversation } = await givenResolved();
    await write(test, number, carla, editOf(carla, { id: 'wamid.never' }, textOf('Never mind')));
    const arrived = new Date(Date.now() - 3_600_000);
    await test
      .rows()
      .updateTable('received_events')
      .set({ created_at: arrived })
      .where('lane', '=', 'status wamid.never')
      .execute();
    await eventually(
      async () => {
        const subject = `received ${number.inbox.id} status wamid.never`;
        await test.rows().updateTable('jobs').set({ due_at: new Date() }).where('subject', '=', subject).execute();
        return contentsIn(number);
      },
      (contents) => contents.includes('Never mind'),
    );

    expect(await conversationsIn(account, number.inbox)).toHaveLength(1);
    expect(await shownConversation(conversation)).toMatchObject({ status: 'resolved', waiting_since: 0 });
  });

  it('is removed when they take it back', async () => {
    const { number, carla, message, conversation } = await givenResolved();
    await write(test, number, carla, revokeOf(carla, message));
    const [shown, ...others] = await eventually(
      () => messagesIn(account, number.inbox),
      ([first]) => first!.content_attributes['deleted'] === true,
    );

    expect(shown?.content).not.toContain('parcel');
    expect(others).toHaveLength(1);
    expect(await shownConversation(conversation)).toMatchObject({ status: 'resolved' });
  });
});

describe('a reaction', () => {
  const reactionOf = (who: Writer, id: string, emoji?: string): WhatsappGiven =>
    givenMessage(who, { type: 'reaction', reaction: { message_id: id, ...(emoji !== undefined && { emoji }) } });

  it('to an answer wakes nobody, names the answer, and leaves nothing when it is taken back', async () => {
    const { number, carla, answer, conversation } = await givenResolved({
      greeting_enabled: true,
      greeting_message: 'Hi',
    });
    const before = await shownConversation(conversation);
    const react = (emoji?: string) => write(test, number, carla, reactionOf(carla, answer.source_id!, emoji));
    await react('👍');
    await untilContents(number, (contents) => contents.includes('Reacted with 👍'));
    const reaction = (await messagesIn(account, number.inbox)).at(-1)!;
    await react('🎉');
    await untilContents(number, (contents) => contents.includes('Reacted with 🎉'));
    const changed = await messagesIn(account, number.inbox);
    await react();
    await untilContents(number, (contents) => !contents.includes('Reacted with 🎉'));
    const left = await messagesIn(account, number.inbox);
    const listed = await shownConversation(conversation);
    await react('👍');
    await untilContents(number, (contents) => contents.includes('Reacted with 👍'));
    const after = await shownConversation(conversation);

    expect(reaction.content_attributes['in_reply_to']).toBe(answer.id);
    expect(changed.filter(({ id }) => id >= reaction.id)).toMatchObject([
      { id: reaction.id, content: 'Reacted with 🎉' },
    ]);
    expect(left).toEqual(changed.filter(({ id }) => id < reaction.id));
    expect(listed.last_non_activity_message?.id).toBe(answer.id);
    expect([after.status, after.waiting_since, after.unread_count]).toEqual([
      'resolved',
      before.waiting_since,
      before.unread_count,
    ]);
    expect(await conversationsIn(account, number.inbox)).toHaveLength(1);
  });

  it('that is taken back unseen, or is of somebody without a conversation, is nothing', async () => {
    const { number, carla, answer } = await givenResolved();
    const dora = writer();
    await write(test, number, carla, reactionOf(carla, answer.source_id!, ''));
    await write(test, number, dora, reactionOf(dora, 'wamid.unknown', '👍'));
    await afterOthers(number);

    expect(await contentsIn(number)).toEqual(['Where is my parcel?', 'On its way']);
  });
});
