import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf, reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenInbox, type TestAccount } from '../../support/factories.ts';
import { PIXEL } from '../../support/files/media.ts';
import { givenLine, LINE_TOKEN, type LinePush } from '../../support/providers/line.ts';
import type { ProviderServer } from '../../support/providers/provider-server.ts';
import { conversationsIn, messagesIn, received, type ShownMessage } from '../../support/receiving/received.ts';

const SECRET = 'line-secret';
let line: ProviderServer<LinePush>;
let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  line = await givenLine();
  test = await givenApp({ 'channels.line_url': line.url, 'channels.line_data_url': line.url });
  account = await givenAccount(test);
});
afterAll(async () => {
  await test.stop();
  await line.stop();
});

let last = Date.now() % 1_000_000_000;
const next = () => (last += 1);
const someone = () => `U${String(next()).padStart(32, '0')}`;

function givenLineInbox(): Promise<{ id: number; callback_webhook_url: string; line_channel_id: string }> {
  return givenInbox(account, {
    type: 'line',
    line_channel_id: String(next()),
    line_channel_secret: SECRET,
    line_channel_token: LINE_TOKEN,
  });
}

type LineInbox = Awaited<ReturnType<typeof givenLineInbox>>;

function eventOf<T extends object>(userId: string, more: T) {
  return {
    webhookEventId: `01EVENT${next()}`,
    timestamp: 1_790_000_000_000,
    source: { type: 'user', userId },
    deliveryContext: { isRedelivery: false },
    ...more,
  };
}

const messageOf = (userId: string, message: object) =>
  eventOf(userId, { type: 'message', replyToken: 'token', message: { id: String(next()), ...message } });

function post(inbox: LineInbox, events: object[], { secret = SECRET, path = '' } = {}) {
  const body = JSON.stringify({ destination: 'U0', events });
  const signature = createHmac('sha256', secret).update(body).digest('base64');
  return test.request('POST', path || new URL(inbox.callback_webhook_url).pathname, {
    body: Buffer.from(body),
    headers: { 'content-type': 'application/json', 'x-line-signature': signature },
  });
}

describe('events of LINE', () => {
  it('are messages of those who wrote them, with their names', async () => {
    const inbox = await givenLineInbox();
    const [one, two] = [someone(), someone()];
    const { status } = await post(inbox, [
      messageOf(one, { type: 'text', text: 'first' }),
      messageOf(two, { type: 'text', text: 'second' }),
      messageOf(one, { type: 'text', text: 'third' }),
    ]);
    await received(account, inbox, 3);
    const conversations = await conversationsIn(account, inbox);
    const texts = await Promise.all(
      conversations.map(async (conversation) =>
        ((await messagesOf(account, conversation)) as ShownMessage[]).map(({ content }) => content),
      ),
    );

    expect(status).toBe(200);
    expect(texts.toSorted()).toEqual([['first', 'third'], ['second']]);
    expect(conversations.map(({ meta }) => meta.sender['name']).toSorted()).toEqual(
      [one, two].map((id) => `Somebody ${id.slice(-4)}`),
    );
  });

  it('are there once, however often they come', async () => {
    const inbox = await givenLineInbox();
    const user = someone();
    const event = messageOf(user, { type: 'text', text: 'once' });
    await Promise.all([post(inbox, [event]), post(inbox, [event])]);
    await post(inbox, [{ ...event, deliveryContext: { isRedelivery: true } }]);
    await post(inbox, [messageOf(user, { type: 'text', text: 'then' })]);
    await eventually(
      () => messagesIn(account, inbox),
      (messages) => messages.some(({ content }) => content === 'then'),
    );

    expect((await messagesIn(account, inbox)).map(({ content }) => content)).toEqual(['once', 'then']);
  });

  it('may be stickers, places and files', async () => {
    const inbox = await givenLineInbox();
    const user = someone();
    const picture = messageOf(user, { type: 'image', contentProvider: { type: 'line' } });
    line.files.set(picture.message.id, PIXEL);
    await post(inbox, [
      messageOf(user, { type: 'sticker', packageId: '1', stickerId: '42' }),
      messageOf(user, { type: 'location', title: 'Office', address: 'Tokyo', latitude: 35.6, longitude: 139.7 }),
      picture,
    ]);
    const [sticker, place, file] = await eventually(
      () => messagesIn(account, inbox),
      (messages) => messages.length === 3 && messages[2]!.attachments.length === 1,
    );

    expect(sticker).toMatchObject({
      content_type: 'sticker',
      content: '![sticker-42](https://stickershop.line-scdn.net/stickershop/v1/sticker/42/android/sticker.png)',
    });
    expect(place).toMatchObject({ content: expect.stringMatching(/^Office\nTokyo\nhttps:/) });
    expect(file).toMatchObject({ content: null, attachments: [{ file_type: 'image' }] });
  });

  it('may be of a kind that is not read, or empty: a short text stands for them', async () => {
    const inbox = await givenLineInbox();
    const user = someone();
    await post(inbox, [
      messageOf(user, { type: 'voice_memo' }),
      messageOf(user, { type: 'text', text: ' ' }),
      messageOf(user, { type: 'location', title: 'Nowhere' }),
    ]);
    const messages = await received(account, inbox, 3);

    expect(messages).toMatchObject([
      {
        content: 'A message that cannot be shown here: voice memo',
        content_attributes: { is_unsupported: true, unsupported_kind: 'voice_memo' },
      },
      { content: 'A message that cannot be shown here', content_attributes: { is_unsupported: true } },
      { content: 'A message that cannot be shown here: location' },
    ]);
  });

  it('that do not say who has written them make no contact', async () => {
    const inbox = await givenLineInbox();
    const nameless = messageOf('', { type: 'text', text: 'nobody' });
    await post(inbox, [
      { ...nameless, source: { type: 'user' } },
      messageOf(someone(), { type: 'text', text: 'Hello' }),
    ]);
    const messages = await received(account, inbox, 1);

    expect(messages.map(({ content }) => content)).toEqual(['Hello']);
    expect(await conversationsIn(account, inbox)).toHaveLength(1);
  });

  it('keep the words of a sticker', async () => {
    const inbox = await givenLineInbox();
    const sticker = {
      type: 'sticker',
      packageId: '1',
      stickerId: '42',
      text: 'Many thanks',
      keywords: ['thanks', 'bow'],
    };
    await post(inbox, [messageOf(someone(), sticker)]);
    const [message] = await received(account, inbox, 1);

    expect(message).toMatchObject({
      content_type: 'sticker',
      content: expect.stringMatching(/^!\[sticker-42\]\(.+\)\nMany thanks$/),
      content_attributes: {
        sticker: { package_id: '1', sticker_id: '42', text: 'Many thanks', keywords: ['thanks', 'bow'] },
      },
    });
  });

  it('may take a message back', async () => {
    const inbox = await givenLineInbox();
    const user = someone();
    const event = messageOf(user, { type: 'text', text: 'Oops' });
    await post(inbox, [event, eventOf(user, { type: 'unsend', unsend: { messageId: event.message.id } })]);
    const [message] = await eventually(
      () => messagesIn(account, inbox),
      ([first]) => first?.content_attributes['deleted'] === true,
    );

    expect(message?.content).toBe('This message was deleted');
  });

  it('of people who have blocked the channel, and of groups, disturb nothing', async () => {
    const inbox = await givenLineInbox();
    const blocked = `${someone().slice(0, -3)}404`;
    await post(inbox, [
      {
        ...messageOf(someone(), { type: 'text', text: 'all' }),
        source: { type: 'group', groupId: 'C1', userId: 'U1' },
      },
      eventOf(blocked, { type: 'follow' }),
      messageOf(blocked, { type: 'text', text: 'Hello' }),
    ]);
    const messages = await received(account, inbox, 1);

    expect(messages.map(({ content, sender }) => [content, sender?.name])).toEqual([['Hello', blocked]]);
  });

  it('are refused with the signature of another secret, and without a secret', async () => {
    const inbox = await givenLineInbox();
    const events = [messageOf(someone(), { type: 'text', text: 'forged' })];
    const forged = await post(inbox, events, { secret: 'guessed' });
    const open: LineInbox = await givenInbox(account, { type: 'line', line_channel_id: String(next()) });
    const unproved = await post(open, events, { secret: '' });
    const other = await givenAccount(test, 'Other');
    const theirs: LineInbox = await givenInbox(other, {
      type: 'line',
      line_channel_id: String(next()),
      line_channel_secret: 'theirs',
      line_channel_token: LINE_TOKEN,
    });
    const foreign = await post(theirs, events);

    expect([forged.status, unproved.status, foreign.status]).toEqual([401, 401, 401]);
    expect([...(await messagesIn(account, inbox)), ...(await messagesIn(account, open))]).toEqual([]);
    expect(await messagesIn(other, theirs)).toEqual([]);
  });

  it('may come to the path with the id of the channel; the test of the console is answered', async () => {
    const inbox = await givenLineInbox();
    const path = `/webhooks/line/${inbox.line_channel_id}`;
    const empty = await post(inbox, [], { path });
    await post(inbox, [messageOf(someone(), { type: 'text', text: 'by id' })], { path });
    const unknown = await post(inbox, [], { path: '/webhooks/line/nobody' });
    const messages = await received(account, inbox, 1);

    expect([empty.status, unknown.status]).toEqual([200, 200]);
    expect(messages).toHaveLength(1);
    const told = line.registrations.map(({ endpoint }) => String(endpoint));
    expect(told.some((url) => url.endsWith(new URL(inbox.callback_webhook_url).pathname))).toBe(true);
  });
});

/** Somebody who has written, their conversation, and what LINE is sent for them. */
async function givenChat(more: object = {}) {
  const inbox = await givenLineInbox();
  const user = someone();
  await post(inbox, [messageOf(user, { type: 'text', text: 'Hello', ...more })]);
  const [message] = await received(account, inbox, 1);
  const conversation = { id: message!.conversation_id };
  const sentTo = () => line.sent.filter(({ to }) => to === user).flatMap(({ messages }) => messages);
  return { inbox, user, message: message!, conversation, sentTo };
}

describe('a button of LINE that was pressed', () => {
  const action = (text: string, payload: string) => ({ type: 'postback', text, payload });
  const cards = {
    content: 'Which one?',
    content_type: 'cards',
    content_attributes: {
      items: [
        {
          title: 'Shoe',
          description: 'Red',
          media_url: '',
          actions: [action('Take it', 'shoe-1'), action('No', 'no')],
        },
      ],
    },
  };

  it('on a card is a message with its title, and the answer to the card', async () => {
    const { inbox, user, conversation, sentTo } = await givenChat();
    const { body: card } = await reply(account, conversation, cards);
    await eventually(sentTo, (sent) => sent.some(({ type }) => type === 'flex'));
    const [, data] = /"data":"(shoe[^"]*)"/.exec(JSON.stringify(sentTo()))!;
    const pressed = eventOf(user, { type: 'postback', replyToken: 'token', postback: { data } });
    await post(inbox, [pressed]);
    await post(inbox, [pressed]);
    const messages = await received(account, inbox, 3);

    const chosen = [{ title: 'Take it', value: 'shoe-1' }];
    expect(messages.at(-1)).toMatchObject({
      content: 'Take it',
      message_type: 0,
      content_attributes: { in_reply_to: card.id, submitted_values: chosen },
    });
    const answered = (await messagesIn(account, inbox)).find(({ id }) => id === card.id);
    expect(answered?.content_attributes['submitted_values']).toEqual(chosen);
    expect(await messagesIn(account, inbox)).toHaveLength(3);
  });

  it('elsewhere is a message with what it says', async () => {
    const { inbox, user } = await givenChat();
    await post(inbox, [
      eventOf(user, { type: 'postback', postback: { data: 'menu=opening-hours' } }),
      eventOf(user, { type: 'postback', postback: { data: 'visit', params: { datetime: '2026-12-24T10:00' } } }),
      eventOf(user, {
        type: 'postback',
        postback: { data: 'x', params: { newRichMenuAliasId: 'b', status: 'SUCCESS' } },
      }),
    ]);
    const messages = await received(account, inbox, 3);

    expect(messages.slice(1).map(({ content }) => content)).toEqual(['menu=opening-hours', 'visit: 2026-12-24T10:00']);
  });
});

describe('an answer to a message of LINE', () => {
  it.each([
    ['quotes it', 'q1', 'q1'],
    ['goes without the quotation where LINE does not take that', 'stale', undefined],
  ])('%s', async (_, quoteToken, expected) => {
    const { conversation, message, sentTo } = await givenChat({ quoteToken });
    await reply(account, conversation, { content: 'Yes', content_attributes: { in_reply_to: message.id } });
    await reply(account, conversation, { content: 'And more' });
    const sent = await eventually(sentTo, ({ length }) => length === 2);

    expect(sent).toEqual([
      { type: 'text', text: 'Yes', ...(expected && { quoteToken: expected }) },
      { type: 'text', text: 'And more' },
    ]);
  });
});

describe('a conversation of LINE that the team looks at', () => {
  it('has what the contact wrote marked as read there, once', async () => {
    const marked = (token: string) => line.registrations.filter(({ markAsReadToken: one }) => one === token).length;
    const [first, second] = [`r-${next()}`, `r-${next()}`];
    const { inbox, user, conversation } = await givenChat({ markAsReadToken: first });
    await post(inbox, [messageOf(user, { type: 'text', text: 'Anybody?', markAsReadToken: second })]);
    await received(account, inbox, 2);
    const look = () => account.call('POST', `/conversations/${conversation.id}/update_last_seen`);

    await look();
    await eventually(
      () => marked(second),
      (times) => times > 0,
    );
    await look();
    await post(inbox, [messageOf(user, { type: 'text', text: 'An old one has no token' })]);
    await received(account, inbox, 3);
    await look();
    const left = () =>
      test.rows().selectFrom('jobs').select('id').where('kind', '=', 'mark_read').where('status', '=', 'pending');
    await eventually(
      () => left().where('account_id', '=', account.id).execute(),
      ({ length }) => length === 0,
    );

    expect([marked(first), marked(second)]).toEqual([0, 1]);
  });
});
