import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { givenApp, type TestApp } from '../support/app.ts';
import { messagesOf, pathOf, shown } from '../support/conversation-calls.ts';
import { eventsDuring } from '../support/events.ts';
import { givenAccount, givenContact, givenConversation, givenInbox, type TestAccount } from '../support/factories.ts';
import { allRoutes } from '../support/openapi/routes.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'api.dialect': 'chatwoot' });
});
afterAll(() => test.stop());

async function given() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  const write = (body: object | FormData) => account.call('POST', pathOf(conversation, '/messages'), body);
  return { account, conversation, write };
}

const HOOK = { url: 'https://hooks.example.com/chatwoot' };

describe('what creates something', () => {
  it('is answered with 200', async () => {
    const account = await givenAccount(test);

    const answers = [
      await account.call('POST', '/labels', { title: 'vip' }),
      await account.call('POST', '/contacts', { name: 'Carla' }),
      await account.call('POST', '/inboxes', { name: 'Support', channel: { type: 'api' } }),
      await account.call('POST', '/webhooks', HOOK),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('has 200 in the document of every route but that of survey templates, and only there', () => {
    const all = (dialect: 'spec' | 'chatwoot') =>
      allRoutes(dialect).filter(({ path }) => !path.endsWith('/csat_template'));
    const statuses = (dialect: 'spec' | 'chatwoot') => all(dialect).map(({ answer }) => answer.status);
    const ofTemplates = allRoutes('chatwoot').filter(({ path }) => path.endsWith('/csat_template'));

    expect(statuses('chatwoot')).toEqual(statuses('spec').map((status) => (status === 201 ? 200 : status)));
    expect(statuses('spec').filter((status) => status === 201).length).toBeGreaterThan(15);
    expect(ofTemplates.map(({ method, answer }) => `${method} ${answer.status}`)).toEqual(['GET 200', 'POST 201']);
  });

  it('is answered again in the same way for its Idempotency-Key', async () => {
    const account = await givenAccount(test);
    const headers = { 'idempotency-key': randomUUID() };
    const create = () => account.call('POST', '/labels', { title: 'vip' }, { headers });

    const [first, again] = [await create(), await create()];

    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
  });
});

describe('the status of a conversation', () => {
  it('may be snoozed without a time: until the contact writes', async () => {
    const { account, conversation, write } = await given();
    const toggle = (body: object) => account.call('POST', pathOf(conversation, '/toggle_status'), body);

    const snoozed = await toggle({ status: 'snoozed' });
    expect([snoozed.status, (await shown(account, conversation)).status]).toEqual([200, 'snoozed']);

    await write({ content: 'Hello?', message_type: 'incoming' });
    expect((await shown(account, conversation)).status).toBe('open');
  });

  it.each([
    ['open', 'resolved'],
    ['resolved', 'open'],
    ['pending', 'open'],
    ['snoozed', 'open'],
  ])('without a status changes from %s to %s', async (before, after) => {
    const { account, conversation } = await given();
    const toggle = (body: object) => account.call('POST', pathOf(conversation, '/toggle_status'), body);
    await toggle({ status: before });

    const { status, body } = await toggle({});

    expect([status, body.payload.current_status]).toEqual([200, after]);
    expect((await shown(account, conversation)).status).toBe(after);
  });
});

describe('a message', () => {
  it.each([{}, { message_type: '' }, { message_type: null }, { message_type: 'outgoing' }])(
    'is outgoing with %j',
    async (type) => {
      const { account, write } = await given();

      const { status, body } = await write({ content: 'Hello', ...type });

      expect([status, body.message_type, body.sender.id]).toEqual([200, 1, account.administrator.id]);
    },
  );

  it('is outgoing in a form without a type', async () => {
    const { write } = await given();
    const form = new FormData();
    form.set('attachments[]', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt');

    const { status, body } = await write(form);

    expect([status, body.message_type, body.attachments.length]).toEqual([200, 1, 1]);
  });

  it('may be an activity, which nobody sent and no event tells', async () => {
    const { account, conversation, write } = await given();
    await write({ content: 'Hello' });
    const before = await shown(account, conversation);

    const events = await eventsDuring(test, account, async () => {
      const { status, body } = await write({ content: 'A payment arrived', message_type: 'activity' });

      expect([status, body]).toMatchObject([200, { message_type: 2, sender: null, content: 'A payment arrived' }]);
    });

    const after = await shown(account, conversation);
    expect(events).toEqual([]);
    expect((await messagesOf(account, conversation)).at(-1)).toMatchObject({ message_type: 2 });
    expect(after.last_non_activity_message).toMatchObject({ content: 'Hello' });
    expect(after).toMatchObject({ status: before.status, waiting_since: before.waiting_since, unread_count: 0 });
  });

  it('may be an activity that opens nothing, and may begin a conversation', async () => {
    const { account, conversation, write } = await given();
    await account.call('POST', pathOf(conversation, '/toggle_status'), { status: 'resolved' });
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);

    await write({ content: 'Paid', message_type: 'activity' });
    const { status, body } = await account.call('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: contact.id,
      message: { content: 'Imported', message_type: 'activity' },
    });

    expect((await shown(account, conversation)).status).toBe('resolved');
    expect([status, body.messages[0].message_type, body.last_non_activity_message]).toEqual([200, 2, null]);
  });

  it('may consist of a template alone', async () => {
    const { write } = await given();
    const template = { name: 'hello_world', language: 'en', processed_params: { 1: 'Carla' } };

    const sent = await write({ template_params: template });
    const wrong = await write({ template_params: { language: 'en' } });
    const empty = await write({ template_params: null });

    expect([sent.status, sent.body.content]).toEqual([200, null]);
    expect([wrong.status, wrong.body.attributes]).toEqual([422, ['template_params']]);
    expect([empty.status, empty.body.attributes]).toEqual([422, ['content']]);
  });

  it.each(['template', 'unheard_of', 1])('cannot be of the type %j', async (type) => {
    const { write } = await given();

    const { status, body } = await write({ content: 'Hello', message_type: type });

    expect([status, body.error]).toEqual([422, 'Invalid message type']);
  });
});

describe('GET /webhooks', () => {
  it('has the webhooks inside of payload, all or one page of them', async () => {
    const account: TestAccount = await givenAccount(test);
    const { payload } = (await account.call('POST', '/webhooks', HOOK)).body;
    await account.call('POST', '/webhooks', { url: `${HOOK.url}/2` });

    const all = await account.call('GET', '/webhooks');
    const page = await account.call('GET', '/webhooks?per_page=1');

    expect([all.status, all.body.payload.webhooks.length]).toEqual([200, 2]);
    expect(page.body).toEqual({ payload: { webhooks: [payload.webhook] } });
  });
});

describe('the document', () => {
  it('shows the dialect in force', async () => {
    const { body } = await test.request('GET', '/openapi.json');

    const post = body.paths['/api/v1/accounts/{account_id}/conversations/{conversation_id}/messages'].post;
    expect(body.info['x-dialect']).toBe('chatwoot');
    expect(Object.keys(post.responses)).toContain('200');
    expect(Object.keys(post.responses)).not.toContain('201');
    const { message_type: type } = body.components.schemas.CreateMessageBody.properties;
    expect(type).toMatchObject({ enum: ['incoming', 'outgoing', 'activity'], default: 'outgoing' });
    expect(body.webhooks.message_created.post.description).toContain('`id` is the number of what the event is about');
    expect(body.info.description).toContain('speaks the dialect `chatwoot`');
  });
});
