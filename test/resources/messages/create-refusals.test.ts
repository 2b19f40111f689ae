import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventsDuring } from '../../support/events.ts';
import {
  givenAccount,
  givenAgent,
  givenContact,
  givenConversation,
  givenInbox,
  type TestAccount,
} from '../../support/factories.ts';
import { messagesOf, pathOf, reply } from '../../support/conversation-calls.ts';

let test: TestApp;
let account: TestAccount;
let conversation: { id: number };
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  conversation = await givenConversation(account);
});
afterAll(() => test.stop());

const create = (body: unknown) => account.call('POST', pathOf(conversation, '/messages'), body);

describe('POST messages', () => {
  it('does not find another conversation', async () => {
    const other = await givenAccount(test);

    const answers = [
      await account.call('POST', pathOf({ id: 99 }, '/messages'), { content: 'x', message_type: 'outgoing' }),
      await other.call('POST', pathOf(conversation, '/messages'), { content: 'x', message_type: 'outgoing' }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      Array(2).fill([404, 'Conversation not found']),
    );
  });

  it.each([
    { content: 'x', message_type: 'sent' },
    { message_type: 'outgoing' },
    { message_type: 'outgoing', attachments: ['no signed id'] },
    {},
  ])('says first that there is no such conversation, or that it is of others: %j', async (body) => {
    const agent = await givenAgent(test, account, 'Gus Agent', { inboxes: [] });

    const absent = await account.call('POST', pathOf({ id: 99 }, '/messages'), body);
    const withKey = await account.call('POST', pathOf({ id: 99 }, '/messages'), body, {
      headers: { 'idempotency-key': randomUUID() },
    });
    const ofOthers = await account.call('POST', pathOf(conversation, '/messages'), body, { token: agent.token });

    for (const { status, body } of [absent, withKey]) {
      expect([status, body.error]).toEqual([404, 'Conversation not found']);
    }
    expect(ofOthers.status).toBe(403);
  });

  it.each([undefined, null, '', 'activity', 'template', 'Outgoing', 1, 0, true, ['outgoing'], {}])(
    'refuses the message type %p',
    async (value) => {
      const { status, body } = await create({ content: 'x', message_type: value });

      expect([status, body.error, body.attributes]).toEqual([422, 'Invalid message type', ['message_type']]);
      expect(body.message).toContain('message_type');
    },
  );

  it('refuses incoming messages outside of API inboxes', async () => {
    const inbox = await givenInbox(account, { type: 'web_widget', website_url: 'https://example.com' });
    const contact = await givenContact(account);
    const { body: widget } = await account.call('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: contact.id,
    });

    const { status, body } = await account.call('POST', pathOf(widget, '/messages'), {
      content: 'x',
      message_type: 'incoming',
    });
    const created = await account.call('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: contact.id,
      message: { content: 'x', message_type: 'incoming' },
    });

    expect([status, body.error, body.attributes]).toEqual([422, 'Invalid message type', ['message_type']]);
    expect([created.status, created.body.error]).toEqual([422, 'Invalid message type']);
    expect((await reply(account, widget)).status).toBe(201);
  });

  it.each([
    [{}],
    [{ content: null }],
    [{ content: '' }],
    [{ content: ' \n\t' }],
    [{ content: '', attachments: [] }],
    [{ content: '', content_attributes: { items: [] } }],
    [{ content_attributes: { items: 'many' } }],
    [{ content_attributes: {} }],
  ])('refuses a message that says nothing: %p', async (body) => {
    const answer = await create({ message_type: 'outgoing', ...body });

    expect([answer.status, answer.body.error, answer.body.attributes]).toEqual([422, 'Validation failed', ['content']]);
  });

  it.each([
    ['content', 5],
    ['content', {}],
    ['content', ['text']],
    ['content', true],
    ['content', 'x'.repeat(150_001)],
    ['content', 'a\u0000b'],
    ['content', 'half of 😀: \ud83d'],
    ['private', 'perhaps'],
    ['private', 2],
    ['private', [true]],
    ['content_type', 'html'],
    ['content_type', 1],
    ['content_attributes', 'text'],
    ['content_attributes', 5],
    ['content_attributes', [1]],
    ['content_attributes', { nul: '\u0000' }],
    ['content_attributes', { large: 'x'.repeat(100_000) }],
    ['additional_attributes', 'text'],
    ['echo_id', {}],
    ['echo_id', [1]],
    ['source_id', 5],
    ['source_id', 'x'.repeat(20_001)],
    ['source_id', '\u0000'],
    ['attachments', 'file.png'],
    ['attachments', ['signed']],
    ['attachments', { 0: 'file' }],
  ])('refuses %s = %p', async (field, value) => {
    const { status, body } = await create({ content: 'x', message_type: 'outgoing', [field]: value });

    expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', [field]]);
    expect(body.message).toContain(field);
  });

  it('refuses bodies that are not an object', async () => {
    const headers = { 'content-type': 'application/json' };
    const answers = await Promise.all(
      ['[]', '"text"', '5', '{"content": ', 'null'].map((body) =>
        account.call('POST', pathOf(conversation, '/messages'), body, { token: account.administrator.token, headers }),
      ),
    );

    expect(answers.map(({ status }) => [400, 422].includes(status))).toEqual(Array(5).fill(true));
    expect(answers[3]!.body.error).toBe('Invalid parameters');
  });

  it('leaves nothing behind', async () => {
    const before = await messagesOf(account, conversation);

    const events = await eventsDuring(test, account, () => create({ content: '', message_type: 'outgoing' }));

    expect(events).toEqual([]);
    expect(await messagesOf(account, conversation)).toEqual(before);
  });
});
