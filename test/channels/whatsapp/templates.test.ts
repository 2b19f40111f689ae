import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { syncAllTemplates } from '../../../src/jobs/templates/sync-all-templates.ts';
import { enqueueOnce } from '../../../src/queue.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf, pathOf, reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenConversationIn, givenServed, PROVIDERS } from '../../support/providers/providers.ts';
import { givenCloudApi, givenDialog360, givenTemplate } from '../../support/providers/whatsapp.ts';

/** The first bytes of a PDF. */
const MANUAL = new Blob(['%PDF-1.4 the manual']);

const ALL = [
  givenTemplate('welcome', 'Hello!'),
  givenTemplate('welcome', 'Hallo!', { language: 'de' }),
  givenTemplate('parcel', 'Hello {{1}}, your parcel {{2}} is on its way.'),
  givenTemplate('invoice', 'For {{name}}, {{month}}', {
    parameter_format: 'NAMED',
    components: [
      { type: 'HEADER', format: 'DOCUMENT' },
      { type: 'BODY', text: 'For {{name}}, {{month}}' },
    ],
  }),
  givenTemplate('code', '{{1}} is your code.', { category: 'AUTHENTICATION' }),
  givenTemplate('refused', 'Buy!', { status: 'REJECTED' }),
];

type Shown = { id: number; status: string; external_error: string; content_attributes: Record<string, unknown> };
type Kind = 'whatsapp_cloud' | 'dialog360';

describe.each<[Kind, typeof givenCloudApi]>([
  ['whatsapp_cloud', givenCloudApi],
  ['dialog360', givenDialog360],
])('message templates of %s', (kind, start) => {
  const provider = { ...PROVIDERS[kind]!, answersOnly: false };
  let server: Awaited<ReturnType<typeof givenCloudApi>>;
  let test: TestApp;
  let account: TestAccount;
  let served: Awaited<ReturnType<typeof givenServed>>;
  beforeAll(async () => {
    server = await start();
    server.templates.push(...ALL);
    test = await givenApp({ [provider.setting]: server.url, 'channels.retry_seconds': '0' });
    account = await givenAccount(test);
    served = await givenServed(account, provider);
    await untilFetched();
  });
  afterAll(async () => {
    await test.stop();
    await server.stop();
  });

  const templatesOf = async () => (await account.call('GET', `/inboxes/${served.inbox.id}`)).body.message_templates;
  const untilFetched = () => eventually(templatesOf, (templates) => templates.length === server.templates.length);

  /** Sends a message, after the time in which the contact can be answered, and what has been taken of it. */
  async function send(
    templateParams: object,
    { file, content = 'The template' }: { file?: Blob; content?: string } = {},
  ) {
    const from = server.sent.length;
    const conversation = await givenConversationIn(account, served.inbox, provider);
    const form = new FormData();
    form.set('content', content);
    form.set('message_type', 'outgoing');
    form.set('template_params', JSON.stringify(templateParams));
    if (file) form.append('attachments[]', file, 'manual.pdf');
    const { body } = await account.call('POST', pathOf(conversation, '/messages'), form);
    const ended = await eventually(
      async () => (await messagesOf(account, conversation)).find(({ id }: Shown) => id === body.id) as Shown,
      ({ status, content_attributes: { external_delivery: delivery } }) =>
        status === 'failed' || delivery === 'accepted',
    );
    return { ended, sent: server.sent.slice(from) };
  }

  it('are fetched when the inbox is created, all pages of them', async () => {
    expect(await templatesOf()).toEqual(ALL);
    const { body } = await account.call('GET', '/inboxes');
    expect(body.payload[0].message_templates).toEqual(ALL);
  });

  it('are fetched again when that is asked for', async () => {
    server.templates.push(givenTemplate('new', 'New'));
    const asked = await account.call('POST', `/inboxes/${served.inbox.id}/sync_templates`);

    expect(asked.body).toEqual({ message: 'Template sync initiated successfully' });
    expect((await untilFetched()).at(-1)).toMatchObject({ name: 'new' });
  });

  it('are sent when the contact has not written for a day', async () => {
    const { ended, sent } = await send({ name: 'welcome', language: 'DE' });

    expect(ended.status).toBe('sent');
    expect(sent).toMatchObject([{ type: 'template' }]);
    expect(sent[0]?.template).toEqual({ name: 'welcome', language: { policy: 'deterministic', code: 'de' } });
  });

  it.each([
    ['by component', { body: { 2: 'P-5', 1: 'Carla\n Smith' } }],
    ['by number, as older programs do', { 1: 'Carla Smith', 2: 'P-5' }],
    ['as a list', ['Carla Smith', 'P-5']],
  ])('take their values %s', async (_, processed) => {
    const { ended, sent } = await send({ name: 'parcel', language: 'en_US', processed_params: processed });

    expect(ended.external_error).toBeNull();
    expect(sent[0]?.template?.components).toEqual([
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Carla Smith' },
          { type: 'text', text: 'P-5' },
        ],
      },
    ]);
  });

  it('take values by name, and a file by its address', async () => {
    const header = { media_url: 'https://example.com/5.pdf', media_type: 'document', media_name: 'May.pdf' };
    const { ended, sent } = await send({
      name: 'invoice',
      language: 'en_US',
      processed_params: { header, body: { name: 'Carla', month: 'May' } },
    });

    expect(ended.external_error).toBeNull();
    expect(sent[0]?.template?.components).toEqual([
      {
        type: 'header',
        parameters: [{ type: 'document', document: { link: 'https://example.com/5.pdf', filename: 'May.pdf' } }],
      },
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Carla', parameter_name: 'name' },
          { type: 'text', text: 'May', parameter_name: 'month' },
        ],
      },
    ]);
  });

  it('have the file of the message in their header', async () => {
    const { ended, sent } = await send(
      { name: 'invoice', language: 'en_US', processed_params: { body: { name: 'Carla', month: 'May' } } },
      { file: MANUAL },
    );

    expect(ended.external_error).toBeNull();
    expect(sent[0]?.template?.components?.[0]).toEqual({
      type: 'header',
      parameters: [{ type: 'document', document: { id: expect.any(String), filename: 'manual.pdf' } }],
    });
  });

  it('take values for their buttons', async () => {
    const buttons = [
      null,
      { type: 'url', parameter: 'orders/5' },
      { type: 'copy_code', parameter: 'SAVE5' },
      { type: 'quick_reply', parameter: 'stop' },
    ];
    const { sent } = await send({ name: 'welcome', language: 'en_US', processed_params: { buttons } });

    expect(sent[0]?.template?.components).toEqual([
      { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'orders/5' }] },
      {
        type: 'button',
        sub_type: 'copy_code',
        index: '2',
        parameters: [{ type: 'coupon_code', coupon_code: 'SAVE5' }],
      },
      { type: 'button', sub_type: 'quick_reply', index: '3', parameters: [{ type: 'payload', payload: 'stop' }] },
    ]);
  });

  it('for authentication have their code on the button, too', async () => {
    const { sent } = await send({ name: 'code', language: 'en_US', processed_params: { body: { 1: '123456' } } });

    expect(sent[0]?.template?.components?.[1]).toEqual({
      type: 'button',
      sub_type: 'url',
      index: '0',
      parameters: [{ type: 'text', text: '123456' }],
    });
  });

  it.each([
    ['unknown', 'en_US'],
    ['refused', 'en_US'],
    ['parcel', 'fr'],
  ])('that are not approved are not sent: %s in %s', async (name, language) => {
    const { ended, sent } = await send({ name, language });

    expect(sent).toEqual([]);
    expect(ended).toMatchObject({
      status: 'failed',
      external_error: expect.stringContaining(`no approved template ${name} in the language ${language}`),
    });
  });

  it('are asked for in any case while the inbox has none', async () => {
    await test
      .rows()
      .updateTable('channels')
      .set({ message_templates: null })
      .where('id', '=', served.inbox.channel_id)
      .execute();
    const { sent } = await send({ name: 'welcome', language: 'en_US', namespace: 'n5' });
    const wrong = await send({ name: 'unknown', language: 'en_US' });

    expect(sent).toMatchObject([{ template: { name: 'welcome' } }]);
    expect(sent[0]?.template?.namespace).toBe(kind === 'dialog360' ? 'n5' : undefined);
    expect(wrong.ended.external_error).toContain(`${provider.name} answered 400`);
  });

  it('stay as they were while the provider refuses to tell', async () => {
    await account.call('POST', `/inboxes/${served.inbox.id}/sync_templates`);
    await untilFetched();
    server.faults.push({ is: 'reply', reply: provider.refusal(500, 'Internal error') });
    const from = server.requests;
    await account.call('POST', `/inboxes/${served.inbox.id}/sync_templates`);
    await eventually(
      async () => server.requests,
      (requests) => requests > from,
    );

    expect(await templatesOf()).toHaveLength(server.templates.length);
  });

  it('are for messages without them no reason to be sent late', async () => {
    const conversation = await givenConversationIn(account, served.inbox, provider);
    const { body } = await reply(account, conversation, { content: 'Hello?' });

    expect(body.status).toBe('failed');
  });
});

describe('all message templates', () => {
  it('are fetched anew by the timetable', async () => {
    const server = await givenCloudApi();
    const test = await givenApp({ 'channels.whatsapp_url': server.url });
    const account = await givenAccount(test);
    const { inbox } = await givenServed(account, PROVIDERS['whatsapp_cloud']!);
    await givenServed(account, {
      ...PROVIDERS['whatsapp_cloud']!,
      channel: () => ({ type: 'api' }),
      answersOnly: false,
    });
    await eventually(
      async () => server.requests,
      (requests) => requests > 0,
    );
    server.templates.push(...ALL);

    await enqueueOnce(test.app.tx(), 'sync_all_templates', new Date());

    await eventually(
      async () => (await account.call('GET', `/inboxes/${inbox.id}`)).body.message_templates,
      (templates) => templates.length === ALL.length,
    );
    await test.stop();
    await server.stop();
  });

  it('are fetched although the secrets of another inbox cannot be read', async () => {
    const server = await givenCloudApi();
    const test = await givenApp({ 'channels.whatsapp_url': server.url });
    const account = await givenAccount(test);
    const { inbox: broken } = await givenServed(account, PROVIDERS['whatsapp_cloud']!);
    const { inbox } = await givenServed(account, PROVIDERS['whatsapp_cloud']!);
    await eventually(
      async () => server.requests,
      (requests) => requests > 1,
    );
    await test
      .rows()
      .updateTable('channels')
      .set({ sealed_secrets: 'of another key' })
      .where('id', '=', test.rows().selectFrom('inboxes').select('channel_id').where('id', '=', broken.id))
      .execute();
    server.templates.push(...ALL);

    await syncAllTemplates(test.app, new Date());

    await eventually(
      async () => (await account.call('GET', `/inboxes/${inbox.id}`)).body.message_templates,
      (templates) => templates.length === ALL.length,
    );
    await test.stop();
    await server.stop();
  });
});
