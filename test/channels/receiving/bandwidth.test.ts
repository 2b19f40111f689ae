import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenInbox, type TestAccount } from '../../support/factories.ts';
import { BANDWIDTH, type BandwidthMessage, givenBandwidth } from '../../support/providers/bandwidth.ts';
import type { ProviderServer } from '../../support/providers/provider-server.ts';
import { conversationsIn, messagesIn, received } from '../../support/receiving/received.ts';

let bandwidth: ProviderServer<BandwidthMessage>;
let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  bandwidth = await givenBandwidth();
  test = await givenApp({ 'channels.bandwidth_url': bandwidth.url, 'channels.retry_seconds': '0' });
  account = await givenAccount(test);
});
afterAll(async () => {
  await test.stop();
  await bandwidth.stop();
});

let last = Date.now() % 1_000_000_000;
const next = () => (last += 1);
const number = () => `+1666${String(next()).slice(-7)}`;
type SmsInbox = {
  id: number;
  phone_number: string;
  callback_webhook_url: string;
  callback_username: string;
  callback_password: string;
};
const givenNumber = (owner = account): Promise<SmsInbox> =>
  givenInbox(owner, { type: 'sms', phone_number: number(), provider_config: BANDWIDTH });

function post(inbox: SmsInbox, items: object, password: string | null = inbox.callback_password) {
  const login = Buffer.from(`${inbox.callback_username}:${password}`).toString('base64');
  const headers: Record<string, string> = password === null ? {} : { authorization: `Basic ${login}` };
  return test.request('POST', new URL(inbox.callback_webhook_url).pathname, { body: items, headers });
}

const messageTo = (inbox: SmsInbox, from: string, text: string, more: object = {}) => ({
  type: 'message-received',
  time: '2026-11-23T05:00:00Z',
  to: inbox.phone_number,
  message: {
    id: `in-${next()}`,
    owner: inbox.phone_number,
    direction: 'in',
    from,
    to: [inbox.phone_number],
    text,
    ...more,
  },
});

describe('a text message to a number at Bandwidth', () => {
  it('is received with the others of the callback, once', async () => {
    const inbox = await givenNumber();
    const from = number();
    const items = [messageTo(inbox, from, 'one'), messageTo(inbox, from, 'two')];
    const answers = [await post(inbox, items), await post(inbox, items.toReversed())];
    await post(inbox, [messageTo(inbox, from, 'three')]);
    const messages = await received(account, inbox, 3);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(messages.map(({ content }) => content)).toEqual(['one', 'two', 'three']);
  });

  it('goes to the inbox of its number, each of which has a login of its own', async () => {
    const other = await givenAccount(test, 'Other');
    const [ours, theirs] = [await givenNumber(), await givenNumber(other)];
    const from = number();
    const foreign = await post(ours, [messageTo(theirs, from, 'for the others')]);
    const mixed = await post(ours, [messageTo(theirs, from, 'for the others'), messageTo(ours, from, 'for us')]);
    const messages = await received(account, ours, 1);

    expect([foreign.status, mixed.status]).toEqual([401, 200]);
    expect(messages.map(({ content }) => content)).toEqual(['for us']);
    expect(await messagesIn(other, theirs)).toEqual([]);
  });

  it('is refused in a callback that tells of too many numbers', async () => {
    const inbox = await givenNumber();
    const items = Array.from({ length: 21 }, () => messageTo({ ...inbox, phone_number: number() }, number(), 'Hello'));

    expect((await post(inbox, items)).status).toBe(413);
    expect((await post(inbox, items.slice(1))).status).toBe(200);
  });

  it('is refused without the login', async () => {
    const inbox = await givenNumber();
    const items = [messageTo(inbox, number(), 'forged')];
    const answers = [await post(inbox, items, null), await post(inbox, items, 'guessed')];

    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(await messagesIn(account, inbox)).toEqual([]);
  });
});

describe('a status of Bandwidth', () => {
  it('moves a message forward, or says why it failed', async () => {
    const inbox = await givenNumber();
    const from = number();
    await post(inbox, [messageTo(inbox, from, 'Hello')]);
    await received(account, inbox, 1);
    const [conversation] = await conversationsIn(account, inbox);
    const shownOf = async (id: number) => (await messagesIn(account, inbox)).find((message) => message.id === id)!;
    const send = async (content: string) => {
      const { body } = await reply(account, conversation!, { content });
      return eventually(
        () => shownOf(body.id),
        ({ source_id: id }) => id !== null,
      );
    };
    const [one, two] = [await send('one'), await send('two')];
    const tell = (type: string, id: string | null, more: object = {}) => ({
      type,
      to: from,
      message: { id, owner: inbox.phone_number, direction: 'out', from: inbox.phone_number, to: [from] },
      ...more,
    });
    await post(inbox, [
      tell('message-sending', one.source_id),
      tell('message-delivered', one.source_id),
      tell('message-failed', two.source_id, { errorCode: 4720, description: 'invalid-destination-address' }),
    ]);
    const delivered = await eventually(
      () => shownOf(one.id),
      ({ status }) => status === 'delivered',
    );
    const failed = await eventually(
      () => shownOf(two.id),
      ({ status }) => status === 'failed',
    );

    expect(delivered.content_attributes['external_error']).toBeUndefined();
    expect(failed.content_attributes['external_error']).toBe('4720 - invalid-destination-address');
  });
});
