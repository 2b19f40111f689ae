import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import {
  givenAccount,
  givenBot,
  givenContact,
  givenConversation,
  givenInbox,
  type TestAccount,
} from '../../support/factories.ts';
import { messagesOf, pathOf } from '../../support/conversation-calls.ts';

let test: TestApp;
let account: TestAccount;
let conversation: { id: number };
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  conversation = await givenConversation(account);
});
afterAll(() => test.stop());

const create = (body: object, token?: string) =>
  account.call(
    'POST',
    pathOf(conversation, '/messages'),
    { message_type: 'outgoing', content: 'Choose', ...body },
    token === undefined ? {} : { token },
  );

const ITEMS = {
  input_select: [{ title: 'Yes', value: 'yes' }],
  cards: [
    {
      title: 'Card',
      description: 'One',
      media_url: 'https://example.com/1.png',
      actions: [{ text: 'Open', type: 'link', uri: 'https://example.com', payload: 'open' }],
    },
  ],
  form: [
    {
      type: 'text',
      placeholder: 'a@b.c',
      label: 'E-mail',
      name: 'email',
      options: [],
      default: '',
      required: true,
      pattern: '.+@.+',
      title: 'E-mail',
      pattern_error: 'No',
    },
  ],
  article: [{ title: 'Help', description: 'How', link: 'https://example.com/help' }],
};

describe('the content of a message', () => {
  it.each(Object.entries(ITEMS))('may be %s, with items and without words', async (contentType, items) => {
    const { status, body } = await create({
      content: null,
      content_type: contentType,
      content_attributes: { items, more: 1 },
    });

    expect([status, body.content, body.content_type, body.content_attributes]).toEqual([
      201,
      null,
      contentType,
      { items, more: 1 },
    ]);
    expect((await messagesOf(account, conversation)).at(-1)).toEqual(body);
  });

  it.each([
    'text',
    'input_text',
    'input_textarea',
    'input_email',
    'incoming_email',
    'input_csat',
    'integrations',
    'sticker',
    'voice_call',
  ])('may be %s, which has no items', async (contentType) => {
    const contentAttributes = { display_type: 'emoji', type: 'dyte', data: { id: 1 }, items: [{ any: 'thing' }] };

    const { status, body } = await create({ content_type: contentType, content_attributes: contentAttributes });

    expect([status, body.content_type, body.content_attributes]).toEqual([201, contentType, contentAttributes]);
  });

  it.each([
    ['cards', undefined, 'At least one item is required.'],
    ['cards', null, 'At least one item is required.'],
    ['form', [], 'At least one item is required.'],
    ['article', undefined, 'At least one item is required.'],
    ['input_select', undefined, 'At least one item is required.'],
    ['input_select', 'many', 'items must be a list of objects'],
    ['input_select', { 0: { title: 'x' } }, 'items must be a list of objects'],
    ['input_select', ['x'], 'items must be a list of objects'],
    ['form', [null], 'items must be a list of objects'],
    ['input_select', [{ title: 'x', label: 1, icon: 2 }], 'contains invalid keys for items : ["label","icon"]'],
    ['form', [{ name: 'x', uri: 1 }], 'contains invalid keys for items : ["uri"]'],
    ['article', [{ link: 'x' }, { title: 'x', url: 1 }], 'contains invalid keys for items : ["url"]'],
    ['cards', [{ title: 'x', link: 1, actions: [{}] }], 'contains invalid keys for items : ["link"]'],
    ['cards', [{ title: 'x' }], 'contains items missing actions'],
    ['cards', [{ title: 'x', actions: [] }], 'contains items missing actions'],
    ['cards', [{ title: 'x', actions: {} }], 'contains items missing actions'],
    ['cards', [{ actions: ['x'] }], 'actions must be a list of objects'],
    ['cards', [{ actions: [{ text: 'x', url: 1 }] }], 'contains invalid keys for actions:  ["url"]'],
    ['form', Array(101).fill({ name: 'x' }), 'items are too many (maximum is 100)'],
  ])('is refused as %s with the items %j', async (contentType, items, rule) => {
    const { status, body } = await create({ content_type: contentType, content_attributes: { items } });

    expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', ['content_attributes']]);
    expect(body.message).toBe(`content_attributes ${rule}`);
  });

  it('is refused in the same way as the first message of a conversation', async () => {
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);

    const { status, body } = await account.call('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: contact.id,
      message: { content: 'x', content_type: 'form' },
    });

    expect([status, body.message]).toEqual([422, 'content_attributes At least one item is required.']);
  });
});

describe('other fields of a message', () => {
  it('are stored where Chatwoot stores them', async () => {
    const template = {
      name: 'hello',
      category: 'UTILITY',
      language: 'en',
      namespace: 'n',
      processed_params: { 1: 'x' },
    };
    const { body } = await create({
      content_attributes: { a: 1 },
      additional_attributes: { b: 2 },
      external_created_at: 1_700_000_000,
      campaign_id: 7,
      template_params: template,
    });

    const stored = await test
      .rows()
      .selectFrom('messages')
      .select('additional_attributes')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(body.content_attributes).toEqual({ a: 1, external_created_at: 1_700_000_000 });
    expect(stored.additional_attributes).toEqual({ b: 2, campaign_id: 7, template_params: template });
  });

  it('are read from forms, where objects are JSON text', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({
      message_type: 'outgoing',
      content_type: 'input_select',
      content_attributes: JSON.stringify({ items: ITEMS.input_select }),
      template_params: '{"name":"hello"}',
      campaign_id: '7',
    })) {
      form.set(name, value);
    }

    const { status, body } = await account.call('POST', pathOf(conversation, '/messages'), form);

    expect([status, body.content_attributes]).toEqual([201, { items: ITEMS.input_select }]);
  });

  it('do not include those that only the server sets', async () => {
    const { body } = await create({
      content_attributes: {
        deleted: true,
        external_error: 'x',
        external_delivery: 'queued',
        translations: { de: 'x' },
        in: 1,
      },
    });

    expect(body).toMatchObject({ content_attributes: { in: 1 }, external_error: null, status: 'sent' });
  });

  it.each([
    ['template_params', 'text'],
    ['template_params', {}],
    ['template_params', { name: 5 }],
    ['template_params', { name: 'x', language: 5 }],
    ['template_params', { name: 'x', processed_params: 'y' }],
    ['campaign_id', 'x'],
    ['campaign_id', {}],
    ['external_created_at', {}],
    ['external_created_at', '\u0000'],
    ['echo_id', '\u0000'],
    ['echo_id', 'x'.repeat(256)],
    ['sender_id', 'x'],
    ['sender_type', 5],
    ['cc_emails', 5],
    ['cc_emails', [5]],
    ['is_voice_message', 'perhaps'],
  ])('are refused when %s = %j', async (field, value) => {
    const { status, body } = await create({ [field]: value });

    expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', [field]]);
  });
});

describe('a message in the name of a bot', () => {
  it('is the bot’s, of the account or of the installation', async () => {
    const bot = await givenBot(test, account);
    const system = await givenBot(test, account);
    await test.rows().updateTable('agent_bots').set({ account_id: null }).where('id', '=', system.id).execute();

    for (const { id } of [bot, system]) {
      const { status, body } = await create({ sender_type: 'AgentBot', sender_id: id });

      expect([status, body.sender_type, body.sender]).toEqual([
        201,
        'AgentBot',
        { id, name: 'Bo Bot', type: 'AgentBot', avatar_url: '', thumbnail: '' },
      ]);
      expect((await messagesOf(account, conversation)).at(-1)).toEqual(body);
    }
  });

  it('is refused for the bot of another account, and for one that does not exist', async () => {
    const other = await givenBot(test, await givenAccount(test));

    for (const id of [other.id, 999_999]) {
      const { status, body } = await create({ sender_type: 'AgentBot', sender_id: id });

      expect([status, body.error]).toEqual([404, 'Agent bot not found']);
    }
  });

  it('is the caller’s when another sender is named', async () => {
    const bot = await givenBot(test, account);
    const [asUser, byBot, asNobody] = [
      await create({ sender_type: 'User', sender_id: 999_999 }),
      await create({ sender_type: 'AgentBot', sender_id: 999_999 }, bot.token),
      await create({ sender_type: 'AgentBot' }),
    ];

    expect([asUser, byBot, asNobody].map(({ body }) => [body.sender.type, body.sender.id])).toEqual([
      ['User', account.administrator.id],
      ['AgentBot', bot.id],
      ['User', account.administrator.id],
    ]);
  });
});
