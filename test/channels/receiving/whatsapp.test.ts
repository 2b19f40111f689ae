import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf, reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenCloudApi, givenDialog360 } from '../../support/providers/whatsapp.ts';
import { conversationsIn, received, type ShownMessage } from '../../support/receiving/received.ts';
import {
  callbackOf,
  givenCloudNumber,
  givenDialogNumber,
  givenMessage,
  post,
  signatureOf,
  textOf,
  type WhatsappContent,
  type WhatsappNumber,
  write,
  writer,
} from '../../support/receiving/whatsapp-chat.ts';

type Provider = Awaited<ReturnType<typeof givenCloudApi>>;

let cloud: Provider;
let dialog: Provider;
let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  cloud = await givenCloudApi();
  dialog = await givenDialog360();
  test = await givenApp({
    'channels.whatsapp_url': cloud.url,
    'channels.dialog360_url': dialog.url,
    'channels.retry_seconds': '0',
  });
  account = await givenAccount(test);
});
afterAll(async () => {
  await test.stop();
  await cloud.stop();
  await dialog.stop();
});

/** The bytes of the smallest PNG. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Which files a message lacks, and why. */
const lacking = ({ content_attributes: { external_files: files } }: ShownMessage) => JSON.stringify(files);

const KINDS: [string, () => Promise<WhatsappNumber>, () => Provider][] = [
  ['the Cloud API', () => givenCloudNumber(account), () => cloud],
  ['360dialog', () => givenDialogNumber(account), () => dialog],
];

describe.each(KINDS)('what %s tells', (_, givenNumber, provider) => {
  it('begins a conversation with a contact, who can be answered', async () => {
    const number = await givenNumber();
    const carla = writer();
    const message = givenMessage(carla, textOf('Where is my parcel?'));
    await write(test, number, carla, message);
    const [shown] = await received(account, number.inbox, 1);
    const [conversation] = await conversationsIn(account, number.inbox);
    const from = provider().sent.length;
    await reply(account, conversation!, { content: 'On its *way*', content_attributes: { in_reply_to: shown!.id } });
    await eventually(
      async () => provider().sent.length,
      (length) => length > from,
    );

    expect(shown).toMatchObject({
      content: 'Where is my parcel?',
      message_type: 0,
      source_id: message.id,
      sender: { name: 'Carla Contact', phone_number: `+${carla.wa_id}` },
    });
    expect(provider().sent.at(-1)).toMatchObject({
      to: carla.wa_id,
      text: { body: 'On its _way_' },
      context: { message_id: message.id },
    });
  });

  it('has the files of its messages', async () => {
    const number = await givenNumber();
    const carla = writer();
    provider().files.set('5551', PIXEL);
    await write(
      test,
      number,
      carla,
      givenMessage(carla, { type: 'image', image: { id: '5551', mime_type: 'image/png', caption: 'Look' } }),
      givenMessage(carla, { type: 'document', document: { id: '5559', filename: 'gone.pdf' } }),
    );
    const shown = await eventually(
      () => received(account, number.inbox, 2),
      ([first, second]) => first!.attachments.length === 1 && lacking(second!).includes('WhatsApp refused the request'),
    );

    expect(shown[0]).toMatchObject({ content: 'Look', attachments: [{ file_type: 'image', file_size: PIXEL.length }] });
    expect(shown[1]).toMatchObject({ content: null, attachments: [] });
  });

  it('has files again that were damaged on their way', async () => {
    const number = await givenNumber();
    const carla = writer();
    provider().files.set('5552', PIXEL);
    provider().digests.set('5552', 'a'.repeat(64));
    const image = { id: '5552', mime_type: 'image/png' };
    await write(test, number, carla, givenMessage(carla, { type: 'image', image }));
    const jobs = () =>
      test
        .rows()
        .selectFrom('jobs')
        .select('last_error as error')
        .where('kind', '=', 'fetch_files')
        .where('status', '=', 'pending')
        .execute();
    await eventually(jobs, (rows) => rows.some(({ error }) => error?.includes('it is not the file that was sent')));
    provider().digests.clear();
    await test.rows().updateTable('jobs').set({ due_at: new Date() }).where('kind', '=', 'fetch_files').execute();
    const [shown] = await eventually(
      () => received(account, number.inbox, 1),
      ([message]) => message!.attachments.length === 1,
    );

    expect(shown?.attachments).toMatchObject([{ file_size: PIXEL.length }]);
  });

  it('is registered with the provider', async () => {
    const number = await givenNumber();
    const end = number.path;
    const registered = await eventually(
      async () => provider().registrations.find((one) => JSON.stringify(one).includes(end)),
      (found) => found !== undefined,
    );

    expect(registered).toEqual(
      provider() === cloud
        ? { override_callback_uri: expect.stringContaining(end), verify_token: expect.any(String) }
        : { url: expect.stringContaining(end), headers: number.headers('') },
    );
  });

  it('is refused without its signature or token', async () => {
    const number = await givenNumber();
    const carla = writer();
    const body = callbackOf([number, { contacts: [carla], messages: [givenMessage(carla, textOf('forged'))] }]);
    const answers = [
      await post(test, number, body, {}),
      await post(test, number, body, { 'x-hub-signature-256': signatureOf(body, 'other'), 'x-parley-token': 'other' }),
    ];
    await write(test, number, carla, givenMessage(carla, textOf('genuine')));
    const shown = await received(account, number.inbox, 1);

    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(shown.map(({ content }) => content)).toEqual(['genuine']);
  });
});

describe('a callback of WhatsApp', () => {
  let number: WhatsappNumber;
  beforeAll(async () => {
    number = await givenCloudNumber(account);
  });

  /** What a message of somebody new is shown as. */
  async function shownOf(content: WhatsappContent): Promise<ShownMessage> {
    const one = await givenCloudNumber(account);
    const carla = writer();
    await write(test, one, carla, givenMessage(carla, content));
    return (await received(account, one.inbox, 1))[0]!;
  }

  it.each<[string, WhatsappContent, object]>([
    [
      'a place',
      { type: 'location', location: { latitude: 52.5, longitude: 13.4, name: 'Office', address: 'Street 1' } },
      { content: expect.stringMatching(/^Office\nStreet 1\nhttps:.*52\.5/) },
    ],
    [
      'cards of several people',
      {
        type: 'contacts',
        contacts: [
          { name: { first_name: 'Ann', last_name: 'Bee', formatted_name: 'Ann Bee' }, phones: [{ phone: '+49 1' }] },
          { name: { formatted_name: 'Cy' }, emails: [{ email: 'cy@example.com' }] },
        ],
      },
      { content: 'Ann Bee: +49 1\nCy: cy@example.com' },
    ],
    [
      'the button of a template',
      { type: 'button', button: { payload: 'stop', text: 'Stop it' }, context: { id: 'wamid.2' } },
      {
        content: 'Stop it',
        content_attributes: expect.objectContaining({ submitted_values: [{ title: 'Stop it', value: 'stop' }] }),
      },
    ],
    [
      'an order',
      {
        type: 'order',
        order: { product_items: [{ product_retailer_id: 'shoe', quantity: 2, item_price: 5, currency: 'EUR' }] },
      },
      { content: '2 × shoe (5 EUR)' },
    ],
    [
      'what cannot be passed on',
      {
        type: 'unsupported',
        errors: [{ code: 131051, title: 'Message type unknown', error_data: { details: 'A poll' } }],
      },
      { content: 'A message that WhatsApp does not pass on: Message type unknown: A poll' },
    ],
    [
      'an advertisement',
      { ...textOf('Is it there?'), referral: { source_type: 'ad', source_id: '5', headline: 'Shoes' } },
      { content_attributes: expect.objectContaining({ referral: expect.objectContaining({ headline: 'Shoes' }) }) },
    ],
  ])('may tell of %s', async (_, content, expected) => {
    expect(await shownOf(content)).toMatchObject(expected);
  });

  it('tells of all entries and messages, once', async () => {
    const one = await givenCloudNumber(account);
    const [carla, dan] = [writer(), writer({ profile: { name: 'Dan' } })];
    const [first, second, third] = [textOf('one'), textOf('two'), textOf('three')].map((content, index) =>
      givenMessage(index < 2 ? carla : dan, content),
    );
    const body = callbackOf(
      [one, { contacts: [carla], messages: [first!, second!] }],
      [one, { contacts: [dan], messages: [third!] }],
    );
    const answers = await Promise.all([post(test, one, body), post(test, one, body)]);
    await post(test, one, body);
    const shown = await received(account, one.inbox, 3);

    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, ''],
      [200, ''],
    ]);
    // Those of one contact stay in their order; the other contact's may come before them.
    const contents = shown.map(({ content }) => content);
    expect(contents.filter((content) => content !== 'three')).toEqual(['one', 'two']);
    expect(contents).toHaveLength(3);
    expect(contents).toContain('three');
    expect(await conversationsIn(account, one.inbox)).toHaveLength(2);
  });

  it('may come to the address of another number of the business', async () => {
    const other = await givenCloudNumber(account, { phone_number_id: '777' });
    const [carla, dan] = [writer(), writer()];
    const toBoth = callbackOf(
      [other, { contacts: [carla], messages: [givenMessage(carla, textOf('for the other'))] }],
      [number, { contacts: [dan], messages: [givenMessage(dan, textOf('for this one'))] }],
    );
    await post(test, number, toBoth);

    const none = { ...number, phoneNumber: '+15550000001', phoneNumberId: '999' };
    const ofNone = callbackOf([none, { contacts: [dan], messages: [givenMessage(dan, textOf('for none'))] }]);
    expect((await post(test, number, ofNone)).status).toBe(200);
    expect((await received(account, other.inbox, 1)).map(({ content }) => content)).toEqual(['for the other']);
    expect((await received(account, number.inbox, 1)).map(({ content }) => content)).toEqual(['for this one']);
  });

  it('may not tell of more than twenty numbers', async () => {
    const numbers = Array.from({ length: 21 }, (_, index) => ({ ...number, phoneNumberId: `many-${index}` }));
    const of = (some: WhatsappNumber[]) => callbackOf(...some.map((one): [WhatsappNumber, object] => [one, {}]));

    expect((await post(test, number, of(numbers))).status).toBe(413);
    expect((await post(test, number, of(numbers.slice(1)))).status).toBe(200);
  });

  it('is stored for the numbers whose secret fits', async () => {
    const other = await givenCloudNumber(account, { phone_number_id: '778', app_secret: 'other' });
    const carla = writer();
    const told = (text: string) => ({ contacts: [carla], messages: [givenMessage(carla, textOf(text))] });
    const body = callbackOf([number, told('refused')], [other, told('genuine')]);
    const headers = { 'x-hub-signature-256': signatureOf(body, 'other') };

    expect((await post(test, number, body, headers)).status).toBe(200);
    expect((await received(account, other.inbox, 1)).map(({ content }) => content)).toEqual(['genuine']);
  });

  it('is taken but for what cannot be read of it, which is kept', async () => {
    const one = await givenCloudNumber(account);
    const carla = writer();
    const bad = { ...givenMessage(carla, textOf('without an id')), id: undefined };
    const good = givenMessage(carla, {
      ...textOf('good'),
      referral: { headline: 'Sh\u0000oes\ud800', '\u0000id': '5' },
    });
    await post(test, one, callbackOf([one, { contacts: [carla], messages: [bad, good] }]));
    const [shown] = await received(account, one.inbox, 1);
    const [failed] = await eventually(
      () =>
        test
          .rows()
          .selectFrom('received_events')
          .select(['body', 'error'])
          .where('inbox_id', '=', one.inbox.id)
          .where('status', '=', 'failed')
          .execute(),
      ({ length }) => length > 0,
    );

    expect(shown).toMatchObject({
      content: 'good',
      content_attributes: { referral: { headline: 'Shoes\ufffd', id: '5' } },
    });
    expect(failed).toEqual({
      body: expect.stringContaining('without an id'),
      error: expect.stringContaining('it cannot be read'),
    });
  });

  it('is kept where it cannot be read at all', async () => {
    const one = await givenCloudNumber(account);
    const events = test.rows().selectFrom('received_events').select(['body', 'status']);
    await post(test, one, '[]');
    const [failed] = await eventually(
      () => events.where('inbox_id', '=', one.inbox.id).execute(),
      ([event]) => event?.status !== 'waiting',
    );

    expect(failed).toEqual({ body: '[]', status: 'failed' });
  });

  it('may be of people without a number, who get one later', async () => {
    const one = await givenCloudNumber(account);
    const uma = writer({ wa_id: undefined, user_id: 'DE.5551', profile: { name: 'Uma', username: 'uma' } });
    await write(test, one, uma, givenMessage(uma, textOf('no number')));
    await received(account, one.inbox, 1);
    const shown = { ...uma, wa_id: '491719999999' };
    await write(test, one, shown, givenMessage(shown, textOf('with a number')));
    await received(account, one.inbox, 2);
    const [conversation, ...others] = await conversationsIn(account, one.inbox);
    const from = cloud.sent.length;
    await reply(account, conversation!, { content: 'Hello Uma' });
    await eventually(
      async () => cloud.sent.length,
      (length) => length > from,
    );

    expect(others).toEqual([]);
    expect(cloud.sent.at(-1)).toMatchObject({ to: '491719999999' });
  });

  it('finds people in Brazil by either form of their number', async () => {
    const one = await givenCloudNumber(account);
    const [long, short] = [writer({ wa_id: '5511987654321' }), writer({ wa_id: '551187654321' })];
    await write(test, one, long, givenMessage(long, textOf('long')));
    await received(account, one.inbox, 1);
    await write(test, one, short, givenMessage(short, textOf('short')));
    await received(account, one.inbox, 2);

    expect(await conversationsIn(account, one.inbox)).toHaveLength(1);
  });

  it('has what somebody chose of a message', async () => {
    const one = await givenCloudNumber(account);
    const carla = writer();
    await write(test, one, carla, givenMessage(carla, textOf('Shoes?')));
    await received(account, one.inbox, 1);
    const [conversation] = await conversationsIn(account, one.inbox);
    const items = [
      { title: 'Small', value: 's' },
      { title: 'Large', value: 'l' },
    ];
    const { body: asked } = await reply(account, conversation!, {
      content: 'Which size?',
      content_type: 'input_select',
      content_attributes: { items },
    });
    const { source_id: id } = await eventually(
      async () => ((await messagesOf(account, conversation!)) as ShownMessage[]).find((one) => one.id === asked.id)!,
      ({ source_id: sourceId }) => sourceId !== null,
    );
    const answer = {
      type: 'interactive',
      interactive: { type: 'button_reply', button_reply: { id: 'l', title: 'Large' } },
    };
    await write(test, one, carla, givenMessage(carla, { ...answer, context: { id } }));
    const shown = await received(account, one.inbox, 3);

    expect(shown.at(-1)).toMatchObject({ content: 'Large', content_attributes: { in_reply_to: asked.id } });
    expect(shown[1]?.content_attributes['submitted_values']).toEqual([{ title: 'Large', value: 'l' }]);
  });

  it('may have what the business wrote in the app', async () => {
    const one = await givenCloudNumber(account);
    const carla = writer();
    const echo = { ...givenMessage(carla, textOf('From the app')), from: one.phoneNumber.slice(1), to: carla.wa_id };
    await post(test, one, callbackOf([one, { contacts: [carla], message_echoes: [echo] }]));
    const [shown] = await received(account, one.inbox, 1);

    expect(shown).toMatchObject({
      content: 'From the app',
      message_type: 1,
      content_attributes: { external_echo: true },
    });
  });
});

describe('the status of a message', () => {
  let number: WhatsappNumber;
  let conversation: { id: number };
  beforeAll(async () => {
    number = await givenCloudNumber(account);
    const carla = writer();
    await write(test, number, carla, givenMessage(carla, textOf('Hello?')));
    await received(account, number.inbox, 1);
    [conversation] = (await conversationsIn(account, number.inbox)) as { id: number }[] as [{ id: number }];
  });

  const find = async (id: number) =>
    ((await messagesOf(account, conversation)) as ShownMessage[]).find((message) => message.id === id)!;
  const untilStatus = (id: number, wanted: string) =>
    eventually(
      () => find(id),
      ({ status }) => status === wanted,
    );

  async function send(content: string) {
    const { body } = await reply(account, conversation, { content });
    const { source_id: sourceId } = await eventually(
      () => find(body.id),
      (message) => message.source_id !== null || message.status === 'failed',
    );
    return { id: body.id as number, sourceId };
  }

  const tell = (...statuses: object[]) => post(test, number, callbackOf([number, { statuses }]));

  it('goes forward alone, in whichever order it is told', async () => {
    const { id, sourceId } = await send('Read me');
    await tell({ id: sourceId, status: 'delivered' });
    await untilStatus(id, 'delivered');
    await tell({ id: sourceId, status: 'read' }, { id: sourceId, status: 'sent' });
    const message = await untilStatus(id, 'read');

    expect(message.content_attributes['external_error']).toBeUndefined();
  });

  it('that is of no known message waits longer each time', async () => {
    const id = 'wamid.unknown';
    await tell({ id, status: 'delivered' });
    const subject = `received ${number.inbox.id} status ${id}`;
    const job = () =>
      test.rows().selectFrom('jobs').select(['due_at as dueAt', 'last_error as error']).where('subject', '=', subject);
    await eventually(
      () => job().executeTakeFirstOrThrow(),
      ({ error }) => error !== null,
    );
    const arrived = new Date(Date.now() - 15_000);
    await test
      .rows()
      .updateTable('received_events')
      .set({ created_at: arrived })
      .where('lane', '=', `status ${id}`)
      .execute();
    await test.rows().updateTable('jobs').set({ due_at: new Date() }).where('subject', '=', subject).execute();
    const { dueAt } = await eventually(
      () => job().executeTakeFirstOrThrow(),
      (one) => one.dueAt.getTime() > arrived.getTime() + 30_000,
    );

    expect(dueAt.getTime()).toBeGreaterThan(arrived.getTime() + 30_000);
  });

  it('is failed with the words of WhatsApp', async () => {
    const { id, sourceId } = await send('Too late');
    const errors = [{ code: 131047, title: 'Re-engagement message', error_data: { details: 'More than 24 hours' } }];
    await tell({ id: sourceId, status: 'failed', errors });
    const message = await untilStatus(id, 'failed');

    expect(message).toMatchObject({ external_error: '131047: Re-engagement message: More than 24 hours' });
  });

  it('shows that a message was taken although its answer was lost', async () => {
    cloud.faults.push({ is: 'lost' });
    const { id } = await send('Lost?');
    const doubtful = await find(id);
    const handle = cloud.sent.at(-1)?.biz_opaque_callback_data;
    await tell({ id: 'wamid.late', status: 'delivered', biz_opaque_callback_data: handle });
    const message = await untilStatus(id, 'delivered');

    expect(doubtful).toMatchObject({ status: 'failed', source_id: null });
    expect(message).toMatchObject({ source_id: 'wamid.late', external_error: null });
  });
});

describe('GET /webhooks/whatsapp/{number}', () => {
  it('answers the challenge to those who know the token', async () => {
    const number = await givenCloudNumber(account, { webhook_verify_token: 'my-token' });
    const verify = (token: string) =>
      test.request('GET', `${number.path}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`);
    const [right, wrong] = [await verify('my-token'), await verify('other')];

    expect([right.status, right.text, right.headers.get('content-type')]).toEqual([
      200,
      '1158201444',
      expect.stringContaining('text/plain'),
    ]);
    expect([wrong.status, wrong.body.error]).toEqual([401, 'Error; wrong verify token']);
    expect((await test.request('GET', '/webhooks/whatsapp/+15550000000?hub.verify_token=my-token')).status).toBe(401);
  });
});

describe('an inbox that accepts what is not signed', () => {
  it('says so in its settings', async () => {
    const number = await givenCloudNumber(account, { app_secret: null, accept_unsigned: true });
    const carla = writer();
    const body = callbackOf([number, { contacts: [carla], messages: [givenMessage(carla, textOf('unsigned'))] }]);

    expect((await post(test, number, body, {})).status).toBe(200);
    expect(await received(account, number.inbox, 1)).toHaveLength(1);
  });
});
