import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenVisitor, givenWebsite, visitorIn, type Website } from '../../support/public/website.ts';

let test: TestApp;
let account: TestAccount;
let website: Website;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  website = await givenWebsite(test, account);
});
afterAll(() => test.stop());

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

const conversation = async (id: number) => (await account.call('GET', `/conversations/${id}`)).body;
const reply = (id: number, content: string, more: object = {}) =>
  account.call('POST', `/conversations/${id}/messages`, { content, message_type: 'outgoing', ...more });
const contents = async (visitor: { token: string }, below = '/messages') =>
  (await website.call('GET', below, undefined, visitor)).body.payload.map(
    ({ content }: { content: string }) => content,
  );

describe('POST messages', () => {
  it('makes a contact and a conversation of the first message, and answers their tokens', async () => {
    await account.call('POST', '/labels', { title: 'vip' });
    const body = {
      message: {
        content: 'Where is my parcel?',
        echo_id: 'draft-1',
        referer_url: 'https://shop.example.com/parcels',
        timestamp: 'Sun Nov 22 2026',
      },
      custom_attributes: { order_id: 'A-1042' },
      labels: ['vip', 'unknown'],
    };
    const headers = { 'user-agent': SAFARI, 'accept-language': 'de-AT,de;q=0.9' };

    const answer = await website.call('POST', '/messages', body, undefined, headers);

    expect([answer.status, answer.body]).toEqual([
      201,
      expect.objectContaining({
        content: 'Where is my parcel?',
        echo_id: 'draft-1',
        message_type: 0,
        inbox_id: website.id,
        private: false,
        sender: expect.objectContaining({ type: 'Contact' }),
      }),
    ]);
    expect(visitorIn(answer)).toEqual({ token: expect.stringMatching(/^ey/), pubsubToken: expect.any(String) });
    expect(await conversation(answer.body.conversation_id)).toMatchObject({
      status: 'open',
      labels: ['vip'],
      custom_attributes: { order_id: 'A-1042' },
      additional_attributes: {
        browser: {
          browser_name: 'Safari',
          browser_version: '18.1',
          device_name: 'iPhone',
          platform_name: 'iOS',
          platform_version: '18.1',
        },
        browser_language: 'de-AT',
        initiated_at: { timestamp: 'Sun Nov 22 2026' },
        referer: 'https://shop.example.com/parcels',
      },
    });
  });

  it('adds to the conversation that the visitor has, and opens it again', async () => {
    const visitor = await givenVisitor(website);
    const id = visitor.message.conversation_id;
    await account.call('POST', `/conversations/${id}/toggle_status`, { status: 'resolved' });

    const { status, body } = await website.call('POST', '/messages', { message: { content: 'Still there?' } }, visitor);

    expect([status, body.conversation_id, body.widget_auth_token]).toEqual([201, id, undefined]);
    expect((await conversation(id)).status).toBe('open');
  });

  it('begins another conversation after a resolved one where the inbox says so', async () => {
    const strict = await givenWebsite(test, account, {}, { allow_messages_after_resolved: false });
    const visitor = await givenVisitor(strict);
    const id = visitor.message.conversation_id;
    await account.call('POST', `/conversations/${id}/toggle_status`, { status: 'resolved' });

    const { body } = await strict.call('POST', '/messages', { content: 'Another question' }, visitor);

    expect(body.conversation_id).not.toBe(id);
    expect((await conversation(id)).status).toBe('resolved');
  });

  it('takes files, and says which message it answers', async () => {
    const visitor = await givenVisitor(website);
    const { body: asked } = await reply(visitor.message.conversation_id, 'What does it look like?');
    const form = new FormData();
    form.set('message[content]', 'Like this');
    form.set('message[reply_to]', String(asked.id));
    form.append('message[attachments][]', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt');

    const { status, body } = await website.call('POST', '/messages', form, visitor);

    expect([status, body.attachments.length, body.content_attributes.in_reply_to]).toEqual([201, 1, asked.id]);
  });

  it('is refused without anything to say, and makes nobody a contact then', async () => {
    const own = await givenAccount(test);
    const other = await givenWebsite(test, own);

    const { status, body } = await other.call('POST', '/messages', { message: { content: ' ' } });

    expect([status, body.attributes]).toEqual([422, ['content']]);
    expect((await own.call('GET', '/contacts')).body.meta.count).toBe(0);
  });

  it('happens once however often it is sent with the same key, also before the visitor has a token', async () => {
    const send = (visitor?: { token: string }, key = 'a'.repeat(20)) =>
      website.call('POST', '/messages', { message: { content: 'Once' } }, visitor, { 'idempotency-key': key });
    const [key, later] = [randomUUID(), randomUUID()];

    const first = await send(undefined, key);
    const visitor = visitorIn(first);
    const again = [await send(undefined, key), await send(visitor, key)];
    const seconds = [await send(visitor, later), await send(visitor, later), await send(visitor), await send(visitor)];

    expect(again.map(({ body }) => [body.id, body.widget_auth_token])).toEqual(
      Array(2).fill([first.body.id, visitor.token]),
    );
    expect(new Set(seconds.map(({ body }) => body.id)).size).toBe(2);
    expect(await contents(visitor)).toEqual(['Once', 'Once', 'Once']);
  });

  it('is known again by its echo_id if that is a UUID, in any conversation of the visitor and of nobody else', async () => {
    const [visitor, other] = [await givenVisitor(website), await givenVisitor(website)];
    const echo_id = randomUUID();
    const send = (by: { token: string }) =>
      website.call('POST', '/messages', { message: { content: 'Once', echo_id } }, by);

    const first = await send(visitor);
    await website.call('POST', '/conversations', { message: { content: 'Later' } }, visitor);
    const again = await send(visitor);
    const theirs = await send(other);

    expect([first.body.source_id, again.body.id, again.body.echo_id]).toEqual([echo_id, first.body.id, echo_id]);
    expect(theirs.body.id).not.toBe(first.body.id);
    expect(await contents(visitor)).toEqual(['Later']);
    expect(await contents(other)).toEqual(['Hello', 'Once']);
  });

  it('takes no key that others might have, before the visitor has a token', async () => {
    const answer = await website.call('POST', '/messages', { content: 'Hello' }, undefined, { 'idempotency-key': '1' });

    expect([answer.status, answer.body.attributes]).toEqual([422, ['Idempotency-Key']]);
  });

  it('takes no key that the team can read, before the visitor has a token', async () => {
    const key = randomUUID();
    const message = { content: 'Hello', echo_id: key.toUpperCase() };

    const answer = await website.call('POST', '/messages', { message }, undefined, { 'idempotency-key': key });

    expect([answer.status, answer.body.attributes]).toEqual([422, ['Idempotency-Key']]);
  });

  it('makes one conversation of two first messages that come at once', async () => {
    const visitor = await givenVisitor(website);
    const id = visitor.message.conversation_id;
    await account.call('DELETE', `/conversations/${id}`);

    const answers = await Promise.all(
      ['One', 'Two'].map((content) => website.call('POST', '/messages', { content }, visitor)),
    );

    expect(new Set(answers.map(({ body }) => body.conversation_id)).size).toBe(1);
  });

  it("is still refused to the team in the contact's name", async () => {
    const visitor = await givenVisitor(website);

    const answer = await account.call('POST', `/conversations/${visitor.message.conversation_id}/messages`, {
      content: 'I like it',
      message_type: 'incoming',
    });

    expect([answer.status, answer.body.error]).toEqual([422, 'Invalid message type']);
  });

  it('greets the visitor, and asks for an e-mail address', async () => {
    const settings = { enable_email_collect: true, greeting_enabled: true, greeting_message: 'Hello!' };
    const greeting = await givenWebsite(test, account, {}, settings);
    const visitor = await givenVisitor(greeting, 'Hi');

    const { body } = await greeting.call('GET', '/messages', undefined, visitor);

    expect(body.payload.map(({ content_type }: { content_type: string }) => content_type)).toEqual([
      'text',
      'text',
      'text',
      'input_email',
    ]);
    expect(body.payload[1].content).toBe('Hello!');
  });
});

describe('GET messages', () => {
  it('lists what the visitor may see, from both ends', async () => {
    const visitor = await givenVisitor(website, '0');
    const id = visitor.message.conversation_id;
    await reply(id, 'A note', { private: true });
    await account.call('POST', `/conversations/${id}/toggle_status`, { status: 'resolved' });
    const ids = [];
    for (const content of ['1', '2', '3']) ids.push((await reply(id, content)).body.id);

    expect(await contents(visitor)).toEqual(['0', '1', '2', '3']);
    expect(await contents(visitor, `/messages?after=${ids[0]}`)).toEqual(['2', '3']);
    expect(await contents(visitor, `/messages?before=${ids[1]}`)).toEqual(['0', '1']);
    expect(await contents(visitor, `/messages?after=${ids[0]}&before=${ids[2]}`)).toEqual(['1', '2']);
  });

  it('shows 20, and says when the visitor last looked', async () => {
    const visitor = await givenVisitor(website, '0');
    for (let count = 1; count <= 20; count += 1) await reply(visitor.message.conversation_id, String(count));

    const { body } = await website.call('GET', '/messages', undefined, visitor);

    expect([body.payload.length, body.payload[0].content, body.meta]).toEqual([20, '1', { contact_last_seen_at: 0 }]);
  });

  it('shows nobody what is said to another visitor, or on another website', async () => {
    const [one, two] = [await givenVisitor(website, 'One'), await givenVisitor(website, 'Two')];
    const elsewhere = await givenWebsite(test, account);

    const foreign = await elsewhere.call('GET', '/messages', undefined, one);
    const nobody = await website.call('GET', '/messages');

    expect([await contents(one), await contents(two)]).toEqual([['One'], ['Two']]);
    expect([foreign.status, foreign.body.error]).toEqual([404, 'Contact not found']);
    expect([nobody.status, nobody.body.error]).toEqual([404, 'Contact not found']);
  });

  it('is not found once the contact is deleted', async () => {
    const visitor = await givenVisitor(website);
    await account.call('DELETE', `/contacts/${visitor.message.sender.id}`);

    const answers = [
      await website.call('GET', '/messages', undefined, visitor),
      await website.call('POST', '/messages', { content: 'Hello' }, visitor),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(2).fill([404, 'Contact not found']));
  });
});
