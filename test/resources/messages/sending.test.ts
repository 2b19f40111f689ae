import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTemplateMessage } from '../../../src/conversations/messages/create-template-message.ts';
import { findConversation } from '../../../src/records/read-conversations.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventsDuring, typesOf } from '../../support/events.ts';
import {
  givenAccount,
  givenContact,
  givenConversation,
  givenInbox,
  type TestAccount,
} from '../../support/factories.ts';
import { messagesOf, pathOf, reply } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  // What is queued stays queued: a job that tried in the meantime would have noted its failure.
  test = await givenApp({}, { jobs: false });
});
afterAll(() => test.stop());

const SMTP = {
  smtp_enabled: true,
  smtp_address: 'smtp.example.com',
  smtp_port: 587,
  smtp_email: 'a',
  smtp_password: 'b',
};

/** A conversation by e-mail; `channel` is added to the inbox's. */
async function givenMail(channel: object = SMTP) {
  const account = await givenAccount(test);
  const inbox = await givenInbox(account, {
    type: 'email',
    email: `${Date.now()}.${Math.random()}@example.com`,
    ...channel,
  });
  const contact = await givenContact(account, { name: 'Carla', email: 'carla@example.com' });
  const { body: conversation } = await account.call('POST', '/conversations', {
    inbox_id: inbox.id,
    contact_id: contact.id,
  });
  return { account, inbox, conversation };
}

const queued = (account: TestAccount) =>
  test
    .rows()
    .selectFrom('sendings')
    .select(['message_id', 'status'])
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute();

describe('a message over another service', () => {
  it('is queued, and shown as queued', async () => {
    const { account, conversation } = await givenMail();

    const { body } = await reply(account, conversation);

    expect(body).toMatchObject({
      status: 'sent',
      external_error: null,
      content_attributes: { external_delivery: 'queued' },
    });
    expect(await queued(account)).toEqual([{ message_id: body.id, status: 'queued' }]);
    expect(await messagesOf(account, conversation)).toEqual([body]);
  });

  it('is queued also with a blank source_id, which names no message of the channel', async () => {
    const { account, conversation } = await givenMail();

    const { body } = await reply(account, conversation, { source_id: '' });

    expect(body).toMatchObject({ source_id: null, content_attributes: { external_delivery: 'queued' } });
    expect(await queued(account)).toEqual([{ message_id: body.id, status: 'queued' }]);
  });

  it('fails at once, and says why, when it cannot be sent', async () => {
    const { account, conversation } = await givenMail({});

    const { body } = await reply(account, conversation);

    expect(body.status).toBe('failed');
    expect(body.external_error).toContain('SMTP');
    expect(body.content_attributes).toEqual({ external_error: body.external_error });
    expect(await queued(account)).toEqual([]);
    expect(await messagesOf(account, conversation)).toEqual([body]);
  });

  it('is queued again by a retry once it can be sent', async () => {
    const { account, inbox, conversation } = await givenMail({});
    const { body: failed } = await reply(account, conversation);
    const retry = () => account.call('POST', pathOf(conversation, `/messages/${failed.id}/retry`));

    const still = await retry();
    await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: SMTP });
    const then = await retry();

    expect([still.status, still.body]).toEqual([200, failed]);
    expect([then.status, then.body]).toMatchObject([
      200,
      { status: 'sent', external_error: null, content_attributes: { external_delivery: 'queued' } },
    ]);
    expect(await queued(account)).toEqual([{ message_id: failed.id, status: 'queued' }]);
  });

  it('is not shown as queued after a retry without success', async () => {
    const { account, inbox, conversation } = await givenMail();
    const { body: message } = await reply(account, conversation);
    await test.rows().updateTable('messages').set({ status: 'failed' }).where('id', '=', message.id).execute();
    await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: { smtp_enabled: false } });

    const { body } = await account.call('POST', pathOf(conversation, `/messages/${message.id}/retry`));

    expect(body.status).toBe('failed');
    expect(body.content_attributes).toEqual({ external_error: body.external_error });
  });

  it('is not sent when it is a private note, or came from the service itself', async () => {
    const { account, conversation } = await givenMail();

    const note = await reply(account, conversation, { private: true });
    const echo = await reply(account, conversation, { source_id: '<1@example.com>' });

    expect([note.body.content_attributes, echo.body.content_attributes]).toEqual([{}, {}]);
    expect(await queued(account)).toEqual([]);
  });

  it('is not sent after it was deleted', async () => {
    const { account, conversation } = await givenMail();
    const { body } = await reply(account, conversation);

    const deleted = await account.call('DELETE', pathOf(conversation, `/messages/${body.id}`));

    expect(deleted.body.content_attributes).toEqual({ deleted: true });
    expect(await queued(account)).toEqual([]);
  });

  it('has a status that the API cannot set', async () => {
    const { account, conversation } = await givenMail();
    const { body: message } = await reply(account, conversation);

    const { status, body } = await account.call('PATCH', pathOf(conversation, `/messages/${message.id}`), {
      status: 'read',
    });

    expect([status, body.error]).toEqual([403, 'Message status update is only allowed for API inboxes']);
  });

  it('is fetched by the client of an API inbox, and not queued', async () => {
    const account = await givenAccount(test);

    const { body } = await reply(account, await givenConversation(account));

    expect([body.content_attributes, await queued(account)]).toEqual([{}, []]);
  });
});

describe('the recipients of an e-mail', () => {
  it('are kept as lists', async () => {
    const { account, conversation } = await givenMail();

    const { body } = await reply(account, conversation, {
      cc_emails: ' a@example.com, b@example.com,,',
      bcc_emails: ['c@example.com'],
      to_emails: '',
    });

    expect(body.content_attributes).toEqual({
      cc_emails: ['a@example.com', 'b@example.com'],
      bcc_emails: ['c@example.com'],
      external_delivery: 'queued',
    });
  });

  it.each([
    ['cc_emails', 'nobody'],
    ['bcc_emails', 'a@example.com, b c@example.com'],
    ['to_emails', ['a@example.com', '@']],
    ['to_emails', `${'x'.repeat(250)}@example.com`],
    ['cc_emails', '"a" <a@example.com'],
    ['cc_emails', 'nobody, Jane Smith <jane@example.com>'],
    ['cc_emails', Array(101).fill('a@example.com').join(',')],
    ['cc_emails', 'a\u0000@example.com'],
  ])('are refused: %s = %j', async (field, value) => {
    const { account, conversation } = await givenMail();

    const { status, body } = await account.call('POST', pathOf(conversation, '/messages'), {
      content: 'x',
      message_type: 'outgoing',
      [field]: value,
    });

    expect([status, body.error, body.attributes]).toEqual([422, 'Invalid email address', [field]]);
    expect(await messagesOf(account, conversation)).toEqual([]);
  });

  it.each([
    ['semicolons', 'a@example.com; b@example.com;'],
    ['blanks and line breaks', ' a@example.com  b@example.com\r\n'],
    ['names', 'Jane Smith <a@example.com>, "Smith, John; Dr." <b@example.com>'],
    ['names as Outlook copies them', 'Smith, Jane <a@example.com>; Doe, John <b@example.com>'],
    ['both separators', 'a@example.com; Jane <mailto:b@example.com>'],
    ['a list of such texts', ['<a@example.com>', 'Jane <b@example.com>']],
  ])('may be pasted with %s', async (_, value) => {
    const { account, conversation } = await givenMail();
    const fields = { cc_emails: value, bcc_emails: value, to_emails: value };
    const { body } = await reply(account, conversation, fields);

    const expected = ['a@example.com', 'b@example.com'];
    expect(body.content_attributes).toMatchObject({ cc_emails: expected, bcc_emails: expected, to_emails: expected });
  });

  it('are ignored in other inboxes', async () => {
    const account = await givenAccount(test);

    const { body } = await reply(account, await givenConversation(account), { cc_emails: 'nobody' });

    expect(body.content_attributes).toEqual({});
  });
});

describe('an automatic message of the system', () => {
  it('has a type of its own, and no sender', async () => {
    const { account, conversation } = await givenMail();
    const tx = test.app.tx();
    const row = (await findConversation(tx, account.id, conversation.id))!;

    const events = await eventsDuring(test, account, () =>
      createTemplateMessage(tx, row, { content: 'Welcome!' }, new Date()),
    );

    const [message] = await messagesOf(account, conversation);
    expect(message).toMatchObject({
      content: 'Welcome!',
      message_type: 3,
      content_type: 'text',
      sender: null,
      sender_type: null,
      content_attributes: { external_delivery: 'queued' },
    });
    expect(typesOf(events)).toEqual(['message_created']);
    expect(await queued(account)).toHaveLength(1);
  });
});
