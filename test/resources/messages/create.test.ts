import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenConversation } from '../../support/factories.ts';
import { ask, messagesOf, pathOf, reply } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function given() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  return { account, conversation, messages: pathOf(conversation, '/messages') };
}

describe('POST messages', () => {
  it('creates a message to the contact', async () => {
    const { account, conversation, messages } = await given();
    const before = Math.floor(Date.now() / 1000);

    const { status, body } = await account.call('POST', messages, { content: 'Hello', message_type: 'outgoing' });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      content: 'Hello',
      inbox_id: conversation.inbox_id,
      conversation_id: conversation.id,
      message_type: 1,
      content_type: 'text',
      content_attributes: {},
      status: 'sent',
      external_error: null,
      private: false,
      source_id: null,
      created_at: expect.any(Number),
      sender_type: 'User',
      sender: expect.objectContaining({ id: account.administrator.id, name: 'Ada Admin', type: 'User' }),
      attachments: [],
    });
    expect(body.created_at).toBeGreaterThanOrEqual(before);
    expect(await messagesOf(account, conversation)).toEqual([body]);
  });

  it('creates a message of the contact', async () => {
    const { account, messages } = await given();

    const { status, body } = await account.call('POST', messages, { content: 'Hello?', message_type: 'incoming' });

    expect([status, body.message_type, body.sender_type]).toEqual([201, 0, 'Contact']);
  });

  it('creates a note for the team', async () => {
    const { account, messages } = await given();

    const { body } = await account.call('POST', messages, {
      content: 'Careful',
      message_type: 'outgoing',
      private: true,
    });

    expect([body.private, body.message_type]).toEqual([true, 1]);
  });

  it('reads the fields under "message", from JSON, forms and urlencoded bodies', async () => {
    const { account, messages } = await given();
    const form = new FormData();
    form.set('message[content]', 'Hi & <b>bye</b>');
    form.set('message[message_type]', 'incoming');
    form.set('message[private]', 'false');
    form.set('message[content_attributes]', '{"a":{"b":1}}');
    const flat = new FormData();
    flat.set('content', 'Hi & <b>bye</b>');
    flat.set('message_type', 'incoming');
    flat.set('content_attributes[a][b]', '1');

    const answers = [
      await account.call('POST', messages, {
        message: { content: 'Hi & <b>bye</b>', message_type: 'incoming', content_attributes: { a: { b: 1 } } },
      }),
      await account.call('POST', messages, form),
      await account.call('POST', messages, flat),
      await account.call(
        'POST',
        messages,
        new URLSearchParams({ content: 'Hi & <b>bye</b>', message_type: 'incoming', 'content_attributes[a][b]': '1' }),
      ),
    ];

    for (const { status, body } of answers) {
      expect([status, body.content, body.message_type]).toEqual([201, 'Hi & <b>bye</b>', 0]);
    }
    expect(answers.map(({ body }) => body.content_attributes)).toEqual([
      { a: { b: 1 } },
      { a: { b: 1 } },
      { a: { b: '1' } },
      { a: { b: '1' } },
    ]);
  });

  it('answers its echo_id to the creator only', async () => {
    const { account, conversation, messages } = await given();

    const text = await account.call('POST', messages, { content: 'x', message_type: 'outgoing', echo_id: 'abc-1' });
    const number = await account.call('POST', messages, { content: 'x', message_type: 'outgoing', echo_id: 1.5 });

    expect([text.body.echo_id, number.body.echo_id]).toEqual(['abc-1', 1.5]);
    expect((await messagesOf(account, conversation)).map((message: object) => 'echo_id' in message)).toEqual([
      false,
      false,
    ]);
  });

  it('stores the source id of the message', async () => {
    const { account, messages } = await given();

    const { body } = await account.call('POST', messages, {
      content: 'x',
      message_type: 'incoming',
      source_id: 'wamid.1',
    });

    expect(body.source_id).toBe('wamid.1');
  });

  it('takes text of every script, up to 150,000 characters', async () => {
    const { account, conversation } = await given();
    const texts = [
      'ü✓😀👩‍👩‍👧 עברית 漢字\r\n\t"quoted" \\ back',
      ' padded ',
      'x'.repeat(150_000),
      '😀'.repeat(75_000),
      '{{contact.name}} %s ${1}',
    ];

    for (const content of texts) expect((await ask(account, conversation, { content })).body.content).toBe(content);

    const listed = await messagesOf(account, conversation);
    expect(listed.map(({ content }: { content: string }) => content === texts.shift())).toEqual(Array(5).fill(true));
  });
});

describe('an answer to a message', () => {
  it('names it by its id and by its source id', async () => {
    const { account, conversation } = await given();
    const { body: asked } = await ask(account, conversation, { source_id: 'wamid.1' });
    const both = { in_reply_to: asked.id, in_reply_to_external_id: 'wamid.1' };

    const references = [
      { in_reply_to: asked.id },
      { in_reply_to: String(asked.id) },
      { in_reply_to_external_id: 'wamid.1' },
      both,
    ];
    for (const reference of references) {
      const { body } = await reply(account, conversation, { content_attributes: { ...reference, more: 1 } });
      expect(body.content_attributes).toEqual({ ...both, more: 1 });
    }
  });

  it('names nothing when the message is not in the conversation', async () => {
    const { account, conversation } = await given();
    const { body: elsewhere } = await ask(account, await givenConversation(account), { source_id: 'wamid.1' });
    await ask(account, conversation, { source_id: '' });
    const nothing = { in_reply_to: null, in_reply_to_external_id: null };

    const ids = [elsewhere.id, 999_999, 2 ** 40, -1, 1.5, 'x', '', null, {}, [1]];
    for (const reference of [
      ...ids.map((id) => ({ in_reply_to: id })),
      { in_reply_to_external_id: 'wamid.1' },
      { in_reply_to_external_id: 5 },
    ]) {
      const { body } = await reply(account, conversation, { content_attributes: reference });
      expect(body.content_attributes).toEqual(nothing);
    }
  });
});
