import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenConversationIn } from '../../support/automatic-messages.ts';
import { messagesOf, toggle } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { changesOf, eventsDuring } from '../../support/events.ts';
import { givenAccount, givenAgent, givenInbox, type TestAccount } from '../../support/factories.ts';
import { refusalOfTemplate } from '../../support/providers/new-templates.ts';
import { ended } from '../../support/providers/sent-message.ts';
import { givenTwilio, TWILIO, twilioRefusal } from '../../support/providers/twilio.ts';
import { CLOUD, cloudRefusal, givenCloudApi } from '../../support/providers/whatsapp.ts';
import { givenCloudNumber } from '../../support/receiving/whatsapp-chat.ts';

const PUBLIC = 'https://chat.example.com';
const ON = { csat_survey_enabled: true };
const WANTED = { message: 'How did we do today?', button_text: 'Rate us', language: 'de' };

let test: TestApp;
let cloud: Awaited<ReturnType<typeof givenCloudApi>>;
let twilio: Awaited<ReturnType<typeof givenTwilio>>;
let account: TestAccount;
beforeAll(async () => {
  [cloud, twilio] = await Promise.all([givenCloudApi(), givenTwilio()]);
  test = await givenApp({
    'channels.whatsapp_url': cloud.url,
    'channels.twilio_url': twilio.url,
    'channels.twilio_content_url': twilio.url,
    'channels.retry_seconds': '0',
    'server.public_url': PUBLIC,
  });
  account = await givenAccount(test);
});
afterAll(async () => {
  await test.stop();
  await Promise.all([cloud.stop(), twilio.stop()]);
});

let last = Date.now() % 1_000_000_000;
const newPhone = () => `+49${(last += 1)}`;

// Before the others, whose templates are looked at again by and by.
describe('a template for surveys that the provider refuses', () => {
  beforeEach(async () => {
    account = await givenAccount(test);
  });
  afterEach(() => {
    cloud.faults.length = 0;
    twilio.faults.length = 0;
  });

  const submit = (inbox: { id: number }) =>
    account.call('POST', `/inboxes/${inbox.id}/csat_template`, { template: WANTED });
  const unchanged = async (inbox: { id: number }) =>
    (await account.call('GET', `/inboxes/${inbox.id}`)).body.csat_config.template === null;

  /** An inbox whose templates have been fetched, so that nothing else asks the provider. */
  async function givenQuiet(channel: object) {
    const inbox = await givenInbox(account, { ...channel, phone_number: newPhone() });
    await eventually(
      () =>
        test
          .rows()
          .selectFrom('jobs')
          .select('id')
          .where('account_id', '=', account.id)
          .where('status', '=', 'pending')
          .execute(),
      (waiting) => waiting.length === 0,
    );
    return inbox;
  }

  it('is told in the words and codes of Meta, without the key', async () => {
    const inbox = await givenQuiet({ type: 'whatsapp', provider: 'whatsapp_cloud', provider_config: CLOUD });
    const reply = refusalOfTemplate(2388043, 'Too short', `No example (${CLOUD.api_key})`);
    cloud.faults.push({ is: 'reply', reply });

    const { status, body, text } = await submit(inbox);

    expect([status, body]).toEqual([
      422,
      {
        error: 'No example (***)',
        details: { code: 100, subcode: 2388043, type: 'OAuthException', title: 'Too short' },
      },
    ]);
    expect(text).not.toContain(CLOUD.api_key);
    expect(await unchanged(inbox)).toBe(true);
  });

  it.each([
    [cloudRefusal(401, 190, `Bad token ${CLOUD.api_key}`), 422, 'WhatsApp refused the request'],
    [cloudRefusal(500, 1, 'Unknown'), 503, 'WhatsApp is not available'],
  ])('says so when the Cloud API answers %j', async (reply, expected, error) => {
    const inbox = await givenQuiet({ type: 'whatsapp', provider: 'whatsapp_cloud', provider_config: CLOUD });
    cloud.faults.push({ is: 'reply', reply });

    const { status, body, text } = await submit(inbox);

    expect([status, body.error]).toEqual([expected, error]);
    expect(text).not.toContain(CLOUD.api_key);
    expect(await unchanged(inbox)).toBe(true);
    const { body: shown } = await account.call('GET', `/inboxes/${inbox.id}`);
    expect(shown.reauthorization_required).toBe(expected === 422);
  });

  it('leaves nothing at Twilio when WhatsApp does not take it', async () => {
    const inbox = await givenQuiet({ type: 'sms', medium: 'whatsapp', ...TWILIO });
    const before = twilio.contents.length;
    twilio.faults.push(null, { is: 'reply', reply: twilioRefusal(400, 20001, 'Category is required') });

    const { status, body } = await submit(inbox);

    expect([status, body]).toEqual([
      422,
      { error: 'Twilio refused', message: 'Twilio answered 400: Category is required (20001)' },
    ]);
    expect(twilio.contents).toHaveLength(before);
    expect(await unchanged(inbox)).toBe(true);
  });

  it('is not even asked for in other channels, or where settings are missing', async () => {
    const others = [
      await givenInbox(account),
      await givenInbox(account, { type: 'whatsapp', phone_number: newPhone(), provider: 'default' }),
      await givenInbox(account, { type: 'sms', phone_number: newPhone(), ...TWILIO }),
    ];
    const bare = await givenInbox(account, {
      type: 'whatsapp',
      phone_number: newPhone(),
      provider: 'whatsapp_cloud',
      provider_config: { api_key: 'x' },
    });

    const answers = [];
    for (const { id } of others) {
      answers.push(await submit({ id }), await account.call('GET', `/inboxes/${id}/csat_template`));
    }
    const missing = await submit(bare);

    expect(answers.map(({ status, body }) => `${status} ${body.error}`)).toEqual(
      answers.map(() => '400 CSAT template operations only available for WhatsApp and Twilio WhatsApp channels'),
    );
    expect(missing).toMatchObject({ status: 422, body: { error: 'Validation failed' } });
  });
});

type Inbox = { id: number; csat_config: { template: Record<string, string> | null } };
type Kind = {
  channel(): object;
  /** Both names of the template: in answers to POST, and to GET. */
  submitted: object;
  shown: object;
  /** How the provider says that it waits, and that it is approved. */
  waits: string;
  approved: string;
  /** Those that the provider has for the inbox, by their states. */
  atProvider(inbox: { id: number }): string[];
  approve(): void;
  /** What the provider sent of a template to this number. */
  sentTo(number: string): object[];
  /** What is sent of the template with the value for its button. */
  sent(template: Record<string, string>, uuid: string): object;
};

const ofInbox = (name: string, { id }: { id: number }) => name.startsWith(`customer_satisfaction_survey_${id}_`);
const KINDS: [string, Kind][] = [
  [
    'the Cloud API',
    {
      channel: () => ({ type: 'whatsapp', provider: 'whatsapp_cloud', provider_config: CLOUD }),
      submitted: {
        name: expect.stringMatching(/^customer_satisfaction_survey_\d+_\d+$/),
        template_id: expect.any(String),
      },
      shown: { template_name: expect.any(String), template_id: expect.any(String) },
      waits: 'PENDING',
      approved: 'APPROVED',
      atProvider: (inbox) =>
        cloud.templates
          .filter(({ name }) => ofInbox(name, inbox))
          .map(({ status, language }) => `${status} ${language}`),
      approve() {
        for (const template of cloud.templates) template.status = 'APPROVED';
      },
      sentTo: (number) => cloud.sent.filter(({ to }) => `+${to}` === number).map(({ template }) => template!),
      sent: ({ name }, uuid) => ({
        name,
        language: { policy: 'deterministic', code: 'de' },
        components: [{ type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: uuid }] }],
      }),
    },
  ],
  [
    'Twilio',
    {
      channel: () => ({ type: 'sms', medium: 'whatsapp', ...TWILIO }),
      submitted: {
        friendly_name: expect.stringMatching(/^customer_satisfaction_survey_\d+_\d+$/),
        content_sid: expect.stringMatching(/^HX/),
      },
      shown: { friendly_name: expect.any(String), content_sid: expect.any(String), language: 'de' },
      waits: 'received',
      approved: 'approved',
      atProvider: (inbox) =>
        twilio.contents
          .filter(({ friendly_name: name }) => ofInbox(name, inbox))
          .map(({ approval_requests: { status }, language }) => `${status} ${language}`),
      approve() {
        for (const content of twilio.contents) content.approval_requests.status = 'approved';
      },
      sentTo: (number) => twilio.sent.filter(({ to }) => to === `whatsapp:${number}`).map(({ template }) => template!),
      sent: ({ content_sid: sid }, uuid) => ({ sid, variables: { 1: uuid } }),
    },
  ],
];

describe.each(KINDS)('the template for surveys of an inbox at %s', (_, kind) => {
  const givenNumber = async (more: object = {}): Promise<Inbox> => {
    const inbox = await givenInbox(account, { ...kind.channel(), phone_number: newPhone(), ...more });
    await account.call('PATCH', `/inboxes/${inbox.id}`, ON);
    return inbox;
  };
  const submit = (inbox: { id: number }, template: object = WANTED) =>
    account.call('POST', `/inboxes/${inbox.id}/csat_template`, { template });
  const shownOf = async (inbox: { id: number }) =>
    (await account.call('GET', `/inboxes/${inbox.id}/csat_template`)).body;
  const storedOf = async (inbox: { id: number }): Promise<Record<string, string> | null> =>
    (await account.call('GET', `/inboxes/${inbox.id}`)).body.csat_config.template;

  /** The survey of a conversation to which nobody has written, once it is resolved; and the conversation with its number. */
  async function surveyIn(inbox: { id: number }) {
    const number = newPhone();
    const conversation = await givenConversationIn(account, inbox, { name: 'Carla', phone_number: number });
    await toggle(account, conversation, 'resolved');
    const messages = await messagesOf(account, conversation);
    const survey = messages.find(({ content_type: type }: { content_type: string }) => type === 'input_csat');
    return { number, conversation, survey };
  }

  it('is submitted, waits, and delivers the surveys once it is approved', async () => {
    const inbox = await givenNumber();
    expect(await shownOf(inbox)).toEqual({ template_exists: false });

    const { status, body } = await submit(inbox);

    expect([status, body]).toEqual([201, { template: { ...kind.submitted, status: kind.waits, language: 'de' } }]);
    expect(kind.atProvider(inbox)).toEqual([`${kind.waits} de`]);
    expect(await shownOf(inbox)).toEqual({ template_exists: true, ...kind.shown, status: kind.waits });
    expect((await surveyIn(inbox)).survey).toBeUndefined();

    kind.approve();
    await account.call('POST', `/inboxes/${inbox.id}/sync_templates`);
    const template = await eventually(
      () => storedOf(inbox),
      (stored) => stored?.['status'] === kind.approved,
    );
    const { number, conversation, survey } = await surveyIn(inbox);
    await ended(account, conversation, survey.id);

    expect(template).toMatchObject({ ...body.template, status: kind.approved, message: WANTED.message });
    expect(survey.content).toBe(WANTED.message);
    expect(kind.sentTo(number)).toEqual([kind.sent(template!, conversation.uuid)]);
  });

  it('takes the place of the one before, which is removed at the provider', async () => {
    const inbox = await givenNumber();
    const first = await submit(inbox);
    kind.approve();

    const events = await eventsDuring(test, account, async () => {
      await submit(inbox, { message: 'Were we nice?' });
    });

    const { body: log } = await account.call('GET', '/audit_logs');
    const changes = events.map((event) => changesOf(event)['csat_config']);
    const message = 'Were we nice?';
    expect(changes).toContainEqual([
      expect.anything(),
      expect.objectContaining({ template: expect.objectContaining({ message }) }),
    ]);
    expect(log.audit_logs[0]).toMatchObject({ auditable_type: 'Inbox', auditable_id: inbox.id, action: 'update' });
    expect(await storedOf(inbox)).not.toMatchObject(first.body.template);
    expect(await storedOf(inbox)).toMatchObject({ language: 'en', button_text: 'Please rate us' });
    await eventually(
      async () => kind.atProvider(inbox),
      (names) => names.length === 1,
    );
    expect(kind.atProvider(inbox)).toEqual([`${kind.waits} en`]);
  });

  it('is not there any more where the provider has none, and surveys do without it', async () => {
    const inbox = await givenNumber();
    const template = { name: 'rate_us', content_sid: `HX${'b'.repeat(32)}`, language: 'de', status: 'approved' };
    const own = 'sent' in kind && kind.waits === 'PENDING' ? { ...template, content_sid: undefined } : template;
    await account.call('PATCH', `/inboxes/${inbox.id}`, { csat_config: { template: own } });

    expect(await shownOf(inbox)).toEqual({ template_exists: false, error: 'Template not found' });
    await eventually(
      () => storedOf(inbox),
      (stored) => stored?.['status'] === 'DELETED',
    );
    expect((await surveyIn(inbox)).survey).toBeUndefined();
  });

  it.each([
    [{ message: '' }, 'Message is required'],
    [{ button_text: 'Rate' }, 'Message is required'],
    [{ message: ' ' }, 'Message is required'],
    [{ message: 'Hello {{1}}' }, 'Validation failed'],
    [{ message: 'Hello', button_text: 'b'.repeat(26) }, 'Validation failed'],
    [{ message: 'Hello', language: 'Deutsch' }, 'Validation failed'],
  ])('is refused for %j', async (template, error) => {
    const inbox = await givenNumber();

    const answer = await submit(inbox, template);

    expect([answer.status, answer.body.error]).toEqual([422, error]);
    expect(kind.atProvider(inbox)).toEqual([]);
  });

  it('is refused with a text that is too long, and taken with one that is not', async () => {
    const inbox = await givenNumber();

    const answers = [
      await submit(inbox, { message: 'm'.repeat(1025) }),
      await submit(inbox, { message: 'm'.repeat(1024) }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [422, 'Validation failed'],
      [201, undefined],
    ]);
  });

  it('is refused without parameters', async () => {
    const inbox = await givenNumber();

    const answer = await account.call('POST', `/inboxes/${inbox.id}/csat_template`, {});

    expect([answer.status, answer.body.error]).toEqual([422, 'Template parameters are required']);
  });

  it('is shown to members of the inbox, and submitted by administrators', async () => {
    const inbox = await givenNumber();
    const member = await givenAgent(test, account, 'Mia Member');
    const other = await givenAgent(test, account, 'Olaf Other', { inboxes: [] });
    const path = `/inboxes/${inbox.id}/csat_template`;

    const shown = await Promise.all(
      [member, other].map(({ token }) => account.call('GET', path, undefined, { token })),
    );
    const submitted = await account.call('POST', path, { template: WANTED }, { token: member.token });

    expect([...shown, submitted].map(({ status }) => status)).toEqual([200, 403, 403]);
  });

  it('is judged by nobody', async () => {
    const inbox = await givenNumber();

    const answer = await account.call('POST', `/inboxes/${inbox.id}/csat_template/analyze`, { template: WANTED });

    expect([answer.status, answer.body.error]).toEqual([403, 'Captain is required for template analysis']);
  });
});

describe('an approval that WhatsApp tells', () => {
  it('is known to the inbox at once', async () => {
    const { inbox, path, headers } = await givenCloudNumber(account);
    await account.call('POST', `/inboxes/${inbox.id}/csat_template`, { template: WANTED });
    const template = cloud.templates.find(({ name }) => ofInbox(name, inbox))!;
    template.status = 'APPROVED';
    const { id, name, language } = template;
    const value = {
      event: 'APPROVED',
      message_template_id: Number(id),
      message_template_name: name,
      message_template_language: language,
      reason: 'NONE',
    };
    const changes = [{ field: 'message_template_status_update', value }];
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '5', time: 1, changes }] });

    const { status } = await test.request('POST', path, {
      body,
      headers: { 'content-type': 'application/json', ...headers(body) },
    });

    expect(status).toBe(200);
    const known = await eventually(
      async () => (await account.call('GET', `/inboxes/${inbox.id}`)).body.csat_config.template,
      (stored) => stored.status === 'APPROVED',
    );
    expect(known).toMatchObject({ name, template_id: id });
  });
});
