import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Attributes } from '../../../src/entities/columns.ts';
import { syncAllTemplates } from '../../../src/jobs/templates/sync-all-templates.ts';
import { enqueueOnce } from '../../../src/queue.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf, pathOf, reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenConversationIn, givenServed, PROVIDERS } from '../../support/providers/providers.ts';
import { givenCloudApi, givenDialog360 } from '../../support/providers/whatsapp.ts';
import { givenTemplate, type Template } from '../../support/providers/whatsapp-templates.ts';

/** The first bytes of a PDF. */
const MANUAL = new Blob(['%PDF-1.4 the manual']);

const CARD: Attributes = {
  components: [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Only {{1}}' },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY' }, { type: 'URL', url: 'https://acme.example/{{1}}' }] },
  ],
};

const withParts = (name: string, parts: Template['components']) =>
  givenTemplate(name, 'Hello!', { components: [{ type: 'BODY', text: 'Hello!' }, ...parts] });

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
  withParts('buttons', [
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'PHONE_NUMBER' },
        { type: 'URL', url: 'https://acme.example/{{1}}' },
        { type: 'COPY_CODE' },
        { type: 'QUICK_REPLY' },
      ],
    },
  ]),
  withParts('place', [{ type: 'HEADER', format: 'LOCATION' }]),
  withParts('gif', [{ type: 'HEADER', format: 'GIF' }]),
  withParts('form', [{ type: 'BUTTONS', buttons: [{ type: 'FLOW', flow_id: '5' }] }]),
  withParts('offer', [
    { type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Ends soon', has_expiration: true } },
    { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE' }] },
  ]),
  withParts('products', [{ type: 'BUTTONS', buttons: [{ type: 'MPM' }] }]),
  withParts('cards', [{ type: 'CAROUSEL', cards: [CARD, CARD] }]),
  withParts('later', [{ type: 'HOLOGRAM', values: 1 }]),
  withParts('later button', [{ type: 'BUTTONS', buttons: [{ type: 'TELEPORT' }] }]),
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
    const { sent } = await send({ name: 'buttons', language: 'en_US', processed_params: { buttons } });

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

  const location = { latitude: 52.5, longitude: 13.4, name: 'Acme', address: 'Street 5' };
  const card = (price: string) => ({
    header: { media_url: 'https://example.com/5.png' },
    body: { 1: price },
    buttons: [null, { type: 'url', parameter: '5' }],
  });
  const cardSent = (index: number, price: string) => ({
    card_index: index,
    components: [
      { type: 'header', parameters: [{ type: 'image', image: { link: 'https://example.com/5.png' } }] },
      { type: 'body', parameters: [{ type: 'text', text: price }] },
      { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: '5' }] },
    ],
  });
  const buttonSent = (type: string, parameter: object) => ({
    type: 'button',
    sub_type: type,
    index: '0',
    parameters: [parameter],
  });
  const sections = [{ title: 'Shoes', product_items: [{ product_retailer_id: '7' }] }];
  const KINDS: [name: string, values: object, components: object[]][] = [
    ['place', { header: { location } }, [{ type: 'header', parameters: [{ type: 'location', location }] }]],
    ['form', {}, [buttonSent('flow', { type: 'action', action: { flow_token: 'unused' } })]],
    [
      'form',
      { buttons: [{ parameter: { flow_token: 't5', flow_action_data: { step: 1 } } }] },
      [buttonSent('flow', { type: 'action', action: { flow_token: 't5', flow_action_data: { step: 1 } } })],
    ],
    [
      'offer',
      {
        limited_time_offer: { expiration_time_ms: 1796000000000 },
        buttons: [{ type: 'copy_code', parameter: 'SAVE' }],
      },
      [
        {
          type: 'limited_time_offer',
          parameters: [{ type: 'limited_time_offer', limited_time_offer: { expiration_time_ms: 1796000000000 } }],
        },
        buttonSent('copy_code', { type: 'coupon_code', coupon_code: 'SAVE' }),
      ],
    ],
    [
      'products',
      { buttons: [{ parameter: { sections } }] },
      [buttonSent('mpm', { type: 'action', action: { sections } })],
    ],
    [
      'cards',
      { carousel: [card('5 €'), card('7 €')] },
      [{ type: 'carousel', cards: [cardSent(0, '5 €'), cardSent(1, '7 €')] }],
    ],
  ];
  it.each(KINDS)('have the values of a %s in the form of Meta: %j', async (name, values, components) => {
    const { ended, sent } = await send({ name, language: 'en_US', processed_params: values });

    expect(ended.external_error).toBeNull();
    expect(sent[0]?.template?.components).toEqual(components);
  });

  it.each([
    ['place', {}, 'needs a place'],
    ['gif', {}, 'Marketing Messages'],
    ['offer', { buttons: [{ type: 'copy_code', parameter: 'SAVE' }] }, 'needs limited_time_offer'],
    ['offer', { limited_time_offer: { expiration_time_ms: 1796000000000 } }, 'button 0 of the template (copy_code)'],
    ['cards', { carousel: [card('5 €')] }, 'needs 2 cards'],
    ['cards', { carousel: [card('5 €'), { ...card('7 €'), body: {} }] }, 'card 1: the body of the template needs'],
    ['parcel', { body: { 1: 'Carla' } }, 'needs a value for {{2}}'],
    ['buttons', {}, 'button 1 of the template (url)'],
    ['form', { buttons: [{ type: 'url', parameter: 't5' }] }, 'is of the kind flow'],
    ['welcome', { buttons: [{ type: 'url', parameter: 't5' }] }, 'which the template does not have'],
    ['welcome', { header: { location } }, 'which the template does not have'],
    ['later', {}, 'HOLOGRAM, which is not known here'],
    ['later button', {}, 'TELEPORT, which is not known here'],
    ['welcome', { body: {}, hologram: { depth: 5 } }, 'values for hologram'],
  ])('are refused at once, with the reason, where %s has %j', async (name, values, reason) => {
    const { ended, sent } = await send({ name, language: 'en_US', processed_params: values });

    expect(sent).toEqual([]);
    expect(ended).toMatchObject({ status: 'failed', external_error: expect.stringContaining(reason) });
  });

  it('of a kind that is not known are sent with the components of the message', async () => {
    const components = [{ type: 'hologram', parameters: [{ type: 'hologram', hologram: { depth: 5 } }] }];
    const { ended, sent } = await send({ name: 'later', language: 'en_US', components });

    expect(ended.external_error).toBeNull();
    expect(sent[0]?.template?.components).toEqual(components);
  });

  it('have no file that they have no place for', async () => {
    const { ended, sent } = await send({ name: 'welcome', language: 'en_US' }, { file: MANUAL });

    expect(sent).toEqual([]);
    expect(ended.external_error).toContain('no place for manual.pdf');
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
