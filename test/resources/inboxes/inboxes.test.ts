import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { payloadsOf } from '../../support/events.ts';
import {
  givenAccount,
  givenAgent,
  givenBot,
  givenContact,
  givenFile,
  givenInbox,
  type TestAccount,
} from '../../support/factories.ts';
import { statementsDuring } from '../../support/database/statements.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const WORKDAY = {
  closed_all_day: false,
  open_all_day: false,
  open_hour: 9,
  open_minutes: 0,
  close_hour: 17,
  close_minutes: 0,
};
const CLOSED = {
  closed_all_day: true,
  open_all_day: false,
  open_hour: null,
  open_minutes: null,
  close_hour: null,
  close_minutes: null,
};
const USUAL_WEEK = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
  day_of_week: day,
  ...(day === 0 || day === 6 ? CLOSED : WORKDAY),
}));
const USUAL_CSAT = {
  display_type: 'emoji',
  message: '',
  button_text: expect.any(String),
  language: 'en',
  survey_rules: { operator: 'contains', values: [] },
  template: null,
};

/** What every new inbox has before anybody says otherwise. */
const NEW_INBOX = {
  id: expect.any(Number),
  name: 'Support',
  avatar_url: '',
  channel_id: expect.any(Number),
  greeting_enabled: false,
  greeting_message: null,
  working_hours_enabled: false,
  working_hours: USUAL_WEEK,
  out_of_office_message: null,
  timezone: 'UTC',
  enable_email_collect: true,
  csat_survey_enabled: false,
  csat_config: USUAL_CSAT,
  enable_auto_assignment: true,
  auto_assignment_config: {},
  allow_messages_after_resolved: true,
  lock_to_single_conversation: false,
  sender_name_type: 'friendly',
  business_name: null,
  portal_id: null,
  help_center: null,
  callback_webhook_url: null,
  messaging_service_sid: null,
  phone_number: null,
  address_status: null,
  provider: null,
  hmac_mandatory: false,
  identifier_proof: 'required',
};

/** Keys of the channels that an inbox does not have. */
const NO_API = { webhook_url: null, inbox_identifier: null, additional_attributes: null };
const NO_WIDGET = {
  website_url: null,
  website_token: null,
  web_widget_script: null,
  widget_color: null,
  welcome_title: null,
  welcome_tagline: null,
  reply_time: null,
  allowed_domains: null,
  selected_feature_flags: null,
  pre_chat_form_enabled: null,
  pre_chat_form_options: null,
  continuity_via_email: null,
};

const TOKEN = expect.stringMatching(/^[\w-]{32}$/);
const SECRET = expect.stringMatching(/^whsec_[\w+/]{43}=$/);

const inboxEvents = (account: TestAccount) => payloadsOf(test, account, ['inbox_created', 'inbox_updated']);

async function inboxesChangedAt(account: TestAccount): Promise<Date | null> {
  const query = test.rows().selectFrom('accounts').select('inboxes_changed_at as at').where('id', '=', account.id);
  return (await query.executeTakeFirstOrThrow()).at;
}

describe('POST /inboxes', () => {
  it('opens an API inbox', async () => {
    const account = await givenAccount(test);
    const channel = {
      type: 'api',
      webhook_url: 'https://hooks.example.com/in',
      additional_attributes: { agent_reply_time_window: 24, x: 'y' },
    };

    const { status, body } = await account.call('POST', '/inboxes', { name: 'Support', channel });

    expect(status).toBe(201);
    expect(body).toEqual({
      ...NEW_INBOX,
      ...NO_WIDGET,
      channel_type: 'Channel::Api',
      webhook_url: 'https://hooks.example.com/in',
      inbox_identifier: TOKEN,
      additional_attributes: { agent_reply_time_window: 24, x: 'y' },
      continuity_via_email: false,
      hmac_token: TOKEN,
      secret: SECRET,
    });
    const row = await test
      .rows()
      .selectFrom('channels')
      .selectAll()
      .where('id', '=', body.channel_id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ webhook_url: 'https://hooks.example.com/in', reply_window_hours: 24 });
    expect(row.sealed_secrets).not.toContain(body.secret);
  });

  it('opens a website inbox', async () => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/inboxes', {
      name: 'Support',
      channel: { type: 'web_widget', website_url: 'https://shop.example.com', welcome_title: 'Hello' },
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      ...NEW_INBOX,
      ...NO_API,
      channel_type: 'Channel::WebWidget',
      website_url: 'https://shop.example.com',
      website_token: TOKEN,
      web_widget_script: expect.stringContaining(`${test.url}/packs/js/sdk.js`),
      widget_color: '#1f93ff',
      welcome_title: 'Hello',
      welcome_tagline: null,
      reply_time: 'in_a_few_minutes',
      allowed_domains: '',
      selected_feature_flags: ['attachments', 'emoji_picker', 'end_conversation'],
      pre_chat_form_enabled: false,
      pre_chat_form_options: {},
      continuity_via_email: true,
      hmac_token: TOKEN,
      secret: null,
    });
    expect(body.web_widget_script).toContain(body.website_token);
  });

  it('takes every setting at once, flat or under inbox', async () => {
    const account = await givenAccount(test);
    const settings = {
      name: 'Everything',
      greeting_enabled: true,
      greeting_message: 'x'.repeat(10_000),
      enable_auto_assignment: false,
      auto_assignment_config: { max_assignment_limit: 5 },
      enable_email_collect: false,
      working_hours_enabled: true,
      out_of_office_message: 'Away',
      timezone: 'Europe/Lisbon',
      csat_survey_enabled: true,
      csat_config: {
        display_type: 'star',
        message: 'How was it?',
        button_text: 'Rate',
        language: 'pt',
        survey_rules: { operator: 'does_not_contain', values: ['spam'] },
        template: { name: 'survey', language: 'pt' },
      },
      allow_messages_after_resolved: false,
      lock_to_single_conversation: true,
      sender_name_type: 'professional',
      business_name: 'Acme Ltd',
    };
    const widget = {
      website_url: 'shop.example.com',
      welcome_title: null,
      welcome_tagline: 'Ask us',
      widget_color: '#ABC',
      reply_time: 'in_a_day',
      pre_chat_form_enabled: true,
      pre_chat_form_options: {
        pre_chat_message: 'Who are you?',
        pre_chat_fields: [{ name: 'emailAddress', required: true }],
      },
      continuity_via_email: false,
      hmac_mandatory: true,
      allowed_domains: 'shop.example.com, *.example.org',
      selected_feature_flags: ['attachments', 'allow_mobile_webview'],
    };

    const flat = await account.call('POST', '/inboxes', { ...settings, channel: { type: 'web_widget', ...widget } });
    const nested = await account.call('POST', '/inboxes', {
      inbox: { ...settings, channel: { type: 'web_widget', ...widget } },
    });

    expect(flat).toMatchObject({ status: 201, body: { ...settings, ...widget } });
    expect(nested).toMatchObject({ status: 201, body: { ...settings, ...widget } });
    expect((await account.call('GET', `/inboxes/${flat.body.id}`)).body).toEqual(flat.body);
  });

  it.each([
    ['fax', { name: 'A', channel: { type: 'fax' } }],
    ['nothing', { name: 'A', channel: {} }],
    ['no channel', { name: 'A' }],
    ['a word for the channel', { name: 'A', channel: 'api' }],
    ['a number', { name: 'A', channel: { type: 5 } }],
    ['a word of JavaScript', { name: 'A', channel: { type: 'constructor' } }],
  ])('refuses a channel type of %s', async (_, body) => {
    const account = await givenAccount(test);

    const answer = await account.call('POST', '/inboxes', body);

    expect(answer).toMatchObject({
      status: 422,
      body: { error: 'Invalid channel type', message: expect.stringContaining('channel') },
    });
    expect((await account.call('GET', '/inboxes')).body.payload).toEqual([]);
  });

  it.each([
    ['name', { name: ' ' }, "name can't be blank"],
    ['name', { name: 'x'.repeat(256) }, 'name is too long (maximum is 255 characters)'],
    ['timezone', { timezone: 'Europe/Atlantis' }, 'timezone must be the IANA name of a time zone'],
    [
      'greeting_message',
      { greeting_message: 'x'.repeat(10_001) },
      'greeting_message is too long (maximum is 10000 characters)',
    ],
    ['out_of_office_message', { out_of_office_message: 'x'.repeat(10_001) }, expect.stringContaining('too long')],
    ['enable_auto_assignment', { enable_auto_assignment: 'often' }, 'enable_auto_assignment must be true or false'],
    ['sender_name_type', { sender_name_type: 'rude' }, 'sender_name_type must be one of friendly, professional'],
    ['csat_config', { csat_config: 'emoji' }, 'csat_config must be an object'],
    ['csat_config.display_type', { csat_config: { display_type: 'thumbs' } }, expect.stringContaining('emoji, star')],
    [
      'csat_config.survey_rules.operator',
      { csat_config: { survey_rules: { operator: 'is' } } },
      expect.stringContaining('contains'),
    ],
    [
      'csat_config.survey_rules.values',
      { csat_config: { survey_rules: { values: 'vip' } } },
      expect.stringContaining('list'),
    ],
    ['channel.webhook_url', { channel: { type: 'api', webhook_url: 'nowhere' } }, expect.stringContaining('https://')],
    [
      'channel.webhook_url',
      { channel: { type: 'api', webhook_url: `https://x.org/${'x'.repeat(2048)}` } },
      expect.stringContaining('too long'),
    ],
    [
      'channel.additional_attributes',
      { channel: { type: 'api', additional_attributes: { agent_reply_time_window: 0 } } },
      expect.stringContaining('hours'),
    ],
    [
      'channel.hmac_mandatory',
      { channel: { type: 'api', hmac_mandatory: 'maybe' } },
      expect.stringContaining('true or false'),
    ],
    ['channel.website_url', { channel: { type: 'web_widget' } }, "channel.website_url can't be blank"],
    [
      'channel.widget_color',
      { channel: { type: 'web_widget', website_url: 'x.org', widget_color: 'blue' } },
      expect.stringContaining('hex'),
    ],
    [
      'channel.reply_time',
      { channel: { type: 'web_widget', website_url: 'x.org', reply_time: 'soon' } },
      expect.stringContaining('in_a_day'),
    ],
    [
      'channel.allowed_domains',
      { channel: { type: 'web_widget', website_url: 'x.org', allowed_domains: "x.org, 'unsafe-inline'" } },
      expect.stringContaining("'unsafe-inline'"),
    ],
    [
      'channel.pre_chat_form_options',
      {
        channel: {
          type: 'web_widget',
          website_url: 'x.org',
          pre_chat_form_options: { pre_chat_fields: [{ name: 'phoneNumber' }, { name: 'phoneNumber' }] },
        },
      },
      expect.stringContaining('phoneNumber twice'),
    ],
    [
      'channel.selected_feature_flags[0]',
      { channel: { type: 'web_widget', website_url: 'x.org', selected_feature_flags: ['coffee'] } },
      expect.stringContaining('attachments'),
    ],
  ])('refuses a wrong %s', async (field, given, message) => {
    const account = await givenAccount(test);

    const answer = await account.call('POST', '/inboxes', { name: 'Support', channel: { type: 'api' }, ...given });

    expect(answer).toMatchObject({ status: 422, body: { error: 'Validation failed', message, attributes: [field] } });
  });

  it('refuses webhook addresses without HTTPS', async () => {
    const account = await givenAccount(test);

    const answers = await Promise.all(
      ['http://hooks.example.com/in', 'ftp://hooks.example.com/'].map((webhook_url) =>
        account.call('POST', '/inboxes', { name: 'A', channel: { type: 'api', webhook_url } }),
      ),
    );

    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 422,
        body: { error: 'Webhook URL must use HTTPS', attributes: ['channel.webhook_url'] },
      });
    }
  });

  it.each([
    'https://127.0.0.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://0x7f.1/',
    'https://localhost/',
    'https://db.internal/',
  ])('refuses the private address %s', async (webhook_url) => {
    const account = await givenAccount(test);

    const answer = await account.call('POST', '/inboxes', { name: 'A', channel: { type: 'api', webhook_url } });

    expect(answer).toMatchObject({
      status: 422,
      body: {
        error: 'Validation failed',
        message: expect.stringContaining('public address'),
        attributes: ['channel.webhook_url'],
      },
    });
  });

  it('takes private addresses that the installation allows', async () => {
    const own = await givenApp({ 'webhooks.allowed_networks': '10.0.0.0/8' });
    const account = await givenAccount(own);

    const { status } = await account.call('POST', '/inboxes', {
      name: 'A',
      channel: { type: 'api', webhook_url: 'https://10.1.2.3/' },
    });

    expect(status).toBe(201);
    await own.stop();
  });

  it('records an event without the secrets, and changes the cache key', async () => {
    const account = await givenAccount(test);
    const before = await inboxesChangedAt(account);

    const inbox = await givenInbox(account);

    const [event, ...more] = await inboxEvents(account);
    expect(event).toMatchObject({
      type: 'inbox_created',
      name: 'Support',
      timezone: 'UTC',
      working_hours: USUAL_WEEK,
      channel: { id: inbox.channel_id, type: 'Channel::Api', identifier: inbox.inbox_identifier, webhook_url: null },
      account: { id: account.id, name: account.name },
      inbox: { id: inbox.id, name: 'Support' },
    });
    expect(more).toEqual([]);
    expect(JSON.stringify(event)).not.toContain(inbox.hmac_token);
    expect(JSON.stringify(event)).not.toContain(inbox.secret);
    expect(before).toBeNull();
    expect(await inboxesChangedAt(account)).toEqual(expect.any(Date));
  });

  it('is for administrators', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const bot = await givenBot(test, account);

    const answers = await Promise.all(
      [null, agent.token, bot.token].map((token) =>
        account.call('POST', '/inboxes', { name: 'A', channel: { type: 'api' } }, { token }),
      ),
    );

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [401, 'Unauthorized'],
      [403, 'Access denied'],
      [403, 'Access denied'],
    ]);
  });
});

describe('GET /inboxes', () => {
  it('lists all inboxes of the account by name, and a page when one is asked for', async () => {
    const account = await givenAccount(test);
    for (let n = 0; n < 16; n++) await givenInbox(account, { type: 'api' }, `inbox ${String.fromCharCode(112 - n)}`);
    const first = await givenInbox(account, { type: 'web_widget', website_url: 'x.org' }, 'INBOX 0');
    await givenInbox(await givenAccount(test));

    const whole = await account.call('GET', '/inboxes');
    const page = await account.call('GET', '/inboxes?page=2&per_page=10');

    expect(whole.status).toBe(200);
    expect(whole.body.payload).toHaveLength(17);
    expect(whole.body.payload.slice(0, 3).map(({ name }: { name: string }) => name)).toEqual([
      'INBOX 0',
      'inbox a',
      'inbox b',
    ]);
    expect(whole.body.payload[0]).toEqual(first);
    expect(page.body.payload).toEqual(whole.body.payload.slice(10));
  });

  it('asks the database as often for fifty inboxes as for five', async () => {
    const account = await givenAccount(test);
    for (let n = 0; n < 50; n++) await givenInbox(account);

    const five = await statementsDuring(test, () => account.call('GET', '/inboxes?page=1&per_page=5'));
    const fifty = await statementsDuring(test, () => account.call('GET', '/inboxes?page=1&per_page=50'));

    expect(fifty).toEqual(five);
  });

  it('shows agents everything but the secrets', async () => {
    const account = await givenAccount(test);
    const { hmac_token: _, secret: __, ...inbox } = await givenInbox(account);
    const agent = await givenAgent(test, account);

    const list = await account.call('GET', '/inboxes', undefined, { token: agent.token });
    const one = await account.call('GET', `/inboxes/${inbox.id}`, undefined, { token: agent.token });

    expect(list.body).toEqual({ payload: [inbox] });
    expect(one.body).toEqual(inbox);
  });
});

describe('GET /inboxes/{id}', () => {
  it("does not find another account's inbox, one that is gone, or a word", async () => {
    const account = await givenAccount(test);
    const theirs = await givenInbox(await givenAccount(test));

    const answers = await Promise.all([theirs.id, 999_999, 'first'].map((id) => account.call('GET', `/inboxes/${id}`)));

    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { error: 'Inbox not found' } });
  });
});

describe('PATCH /inboxes/{id}', () => {
  it('changes what it names and leaves the rest', async () => {
    const account = await givenAccount(test);
    const channel = {
      type: 'api',
      webhook_url: 'https://a.example.com/',
      additional_attributes: { agent_reply_time_window: 24 },
    };
    const inbox = await givenInbox(account, channel);

    const named = await account.call('PATCH', `/inboxes/${inbox.id}`, {
      name: 'Sales',
      greeting_message: 'Hi',
      csat_config: { message: 'Well?' },
    });
    const moved = await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: { hmac_mandatory: true } });
    const emptied = await account.call('PUT', `/inboxes/${inbox.id}`, {
      inbox: { greeting_message: null, channel: { type: 'api', webhook_url: '', additional_attributes: {} } },
    });

    expect(named).toMatchObject({
      status: 200,
      body: { ...inbox, name: 'Sales', greeting_message: 'Hi', csat_config: { ...USUAL_CSAT, message: 'Well?' } },
    });
    expect(moved.body).toEqual({ ...named.body, hmac_mandatory: true });
    expect(emptied.body).toEqual({
      ...moved.body,
      greeting_message: null,
      webhook_url: null,
      additional_attributes: {},
    });
    expect((await account.call('GET', `/inboxes/${inbox.id}`)).body).toEqual(emptied.body);
    const row = await test
      .rows()
      .selectFrom('channels')
      .selectAll()
      .where('id', '=', inbox.channel_id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ webhook_url: null, reply_window_hours: null });
  });

  it('changes a website inbox without needing its address again', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account, {
      type: 'web_widget',
      website_url: 'https://a.example.com',
      welcome_title: 'Hello',
    });

    const changed = await account.call('PATCH', `/inboxes/${inbox.id}`, {
      channel: { welcome_tagline: 'Ask', selected_feature_flags: [] },
    });
    const blank = await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: { website_url: '' } });

    expect(changed.body).toEqual({ ...inbox, welcome_tagline: 'Ask', selected_feature_flags: [] });
    expect(blank).toMatchObject({ status: 200, body: { website_url: inbox.website_url } });
  });

  it('never changes the kind of channel', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);

    const answer = await account.call('PATCH', `/inboxes/${inbox.id}`, {
      channel: { type: 'web_widget', website_url: 'https://x.org' },
    });

    expect(answer).toMatchObject({
      status: 422,
      body: {
        error: 'Invalid channel type',
        message: 'channel.type is api and cannot be changed',
        attributes: ['channel.type'],
      },
    });
  });

  it('refuses what creating refuses, and changes nothing then', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);

    const answers = await Promise.all(
      [
        { name: 'New', channel: { webhook_url: 'http://a.example.com' } },
        { name: 'New', channel: { webhook_url: 'https://10.0.0.1' } },
        { name: 7 },
        { name: 'New', channel: 'api' },
        { name: 'New', timezone: 'Mars' },
      ].map((body) => account.call('PATCH', `/inboxes/${inbox.id}`, body)),
    );

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [422, 'Webhook URL must use HTTPS'],
      [422, 'Validation failed'],
      [422, 'Validation failed'],
      [422, 'Validation failed'],
      [422, 'Validation failed'],
    ]);
    expect((await account.call('GET', `/inboxes/${inbox.id}`)).body).toEqual(inbox);
  });

  it('changes the working hours of the days that it names', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const hours = { open_hour: 8, open_minutes: 30, close_hour: 8, close_minutes: 45 };

    const { status, body } = await account.call('PATCH', `/inboxes/${inbox.id}`, {
      working_hours: [
        { day_of_week: 6, ...hours },
        { day_of_week: 1, closed_all_day: true, open_hour: 9, open_minutes: 0, close_hour: 17, close_minutes: 0 },
        { day_of_week: 2, open_all_day: true },
      ],
    });

    expect(status).toBe(200);
    expect(body.working_hours).toEqual([
      USUAL_WEEK[0],
      { day_of_week: 1, ...CLOSED },
      {
        day_of_week: 2,
        closed_all_day: false,
        open_all_day: true,
        open_hour: 0,
        open_minutes: 0,
        close_hour: 23,
        close_minutes: 59,
      },
      ...USUAL_WEEK.slice(3, 6),
      { day_of_week: 6, closed_all_day: false, open_all_day: false, ...hours },
    ]);
  });

  it('may be open past midnight', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const late = { day_of_week: 5, open_hour: 21, open_minutes: 0, close_hour: 2, close_minutes: 0 };

    const { status, body } = await account.call('PATCH', `/inboxes/${inbox.id}`, { working_hours: [late] });

    expect(status).toBe(200);
    expect(body.working_hours[5]).toEqual({ ...late, closed_all_day: false, open_all_day: false });
  });

  it.each([
    [[{ ...WORKDAY }], 'working_hours[0].day_of_week', "can't be blank"],
    [[{ day_of_week: 7, ...WORKDAY }], 'working_hours[0].day_of_week', 'from 0 to 6'],
    [[{ day_of_week: 1, ...WORKDAY, close_hour: 24 }], 'working_hours[0].close_hour', 'from 0 to 23'],
    [[{ day_of_week: 1, ...WORKDAY, open_minutes: 60 }], 'working_hours[0].open_minutes', 'from 0 to 59'],
    [[{ day_of_week: 1, ...WORKDAY, open_hour: 17 }], 'working_hours[0]', 'must not close when it opens'],
    [[{ day_of_week: 1, open_hour: 9, close_hour: 17 }], 'working_hours[0]', 'needs open_minutes, close_minutes'],
    [[{ day_of_week: 1, closed_all_day: true, open_all_day: true }], 'working_hours[0]', 'at once'],
    [
      [
        { day_of_week: 1, ...WORKDAY },
        { day_of_week: 1, ...CLOSED },
      ],
      'working_hours',
      'names a day_of_week twice',
    ],
    [[null], 'working_hours[0]', 'cannot be null'],
    ['always', 'working_hours', 'must be a list of days'],
  ])('refuses the working hours %j', async (working_hours, field, message) => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);

    const answer = await account.call('PATCH', `/inboxes/${inbox.id}`, { working_hours });

    expect(answer).toMatchObject({
      status: 422,
      body: { error: 'Validation failed', message: expect.stringContaining(message), attributes: [field] },
    });
  });

  it('takes the working hours of a new inbox too', async () => {
    const account = await givenAccount(test);

    const { body } = await account.call('POST', '/inboxes', {
      name: 'A',
      channel: { type: 'api' },
      working_hours: [{ day_of_week: 0, ...WORKDAY }],
    });

    expect(body.working_hours).toEqual([{ day_of_week: 0, ...WORKDAY }, ...USUAL_WEEK.slice(1)]);
  });

  it('records an event with what changed, and none when nothing did', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);

    await account.call('PATCH', `/inboxes/${inbox.id}`, { name: 'Support', channel: { hmac_mandatory: false } });
    await account.call('PATCH', `/inboxes/${inbox.id}`, {
      name: 'Sales',
      channel: { webhook_url: 'https://a.example.com/' },
    });

    const [, updated, ...more] = await inboxEvents(account);
    expect(updated).toMatchObject({
      type: 'inbox_updated',
      name: 'Sales',
      inbox: { id: inbox.id, name: 'Sales' },
      changed_attributes: [
        { name: { previous_value: 'Support', current_value: 'Sales' } },
        {
          channel: { previous_value: { webhook_url: null }, current_value: { webhook_url: 'https://a.example.com/' } },
        },
      ],
    });
    expect(more).toEqual([]);
  });

  it('keeps what each of many concurrent changes sets', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account, { type: 'web_widget', website_url: 'x.org' });

    await Promise.all([
      account.call('PATCH', `/inboxes/${inbox.id}`, { channel: { welcome_title: 'Hello' } }),
      account.call('PATCH', `/inboxes/${inbox.id}`, { channel: { welcome_tagline: 'Ask' } }),
      account.call('PATCH', `/inboxes/${inbox.id}`, { channel: { widget_color: '#000000' } }),
      account.call('PATCH', `/inboxes/${inbox.id}`, { working_hours: [{ day_of_week: 1, closed_all_day: true }] }),
      account.call('PATCH', `/inboxes/${inbox.id}`, { working_hours: [{ day_of_week: 2, closed_all_day: true }] }),
    ]);

    const { body } = await account.call('GET', `/inboxes/${inbox.id}`);
    expect(body).toMatchObject({ welcome_title: 'Hello', welcome_tagline: 'Ask', widget_color: '#000000' });
    expect(body.working_hours.slice(1, 3)).toEqual([
      { day_of_week: 1, ...CLOSED },
      { day_of_week: 2, ...CLOSED },
    ]);
  });

  it('changes the cache key with each change', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    await test.rows().updateTable('accounts').set({ inboxes_changed_at: null }).where('id', '=', account.id).execute();

    await account.call('PATCH', `/inboxes/${inbox.id}`, { name: 'Sales' });

    expect(await inboxesChangedAt(account)).toEqual(expect.any(Date));
  });

  it('is for administrators, for inboxes of their account', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const theirs = await givenInbox(await givenAccount(test));
    const agent = await givenAgent(test, account);

    const byAgent = await account.call('PATCH', `/inboxes/${inbox.id}`, { name: 'Mine' }, { token: agent.token });
    const elsewhere = await account.call('PATCH', `/inboxes/${theirs.id}`, { name: 'Mine' });

    expect(byAgent).toMatchObject({ status: 403, body: { error: 'Access denied' } });
    expect(elsewhere).toMatchObject({ status: 404, body: { error: 'Inbox not found' } });
  });
});

describe('DELETE /inboxes/{id}', () => {
  it('fails no request that reads its conversations meanwhile', async () => {
    const account = await givenAccount(test);
    const statuses = new Set<number>();
    for (let round = 0; round < 15; round += 1) {
      const { id: inbox_id } = await givenInbox(account);
      const { body } = await account.call('POST', '/conversations', {
        inbox_id,
        contact_id: (await givenContact(account)).id,
      });
      const deletion = { isDone: false };
      const look = async () => {
        while (!deletion.isDone) statuses.add((await account.call('GET', `/conversations/${body.id}`)).status);
      };
      const looks = Array.from({ length: 10 }, look);
      await account.call('DELETE', `/inboxes/${inbox_id}`);
      deletion.isDone = true;
      await Promise.all(looks);
    }

    expect([...statuses].filter((status) => ![200, 404].includes(status))).toEqual([]);
  });

  it('deletes the inbox with its channel, webhooks, conversations, their counts and their files', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const other = await givenInbox(account);
    const contact = await givenContact(account, { name: 'Carla', inbox_id: inbox.id });
    for (const status of ['open', 'pending', 'resolved']) {
      await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id, status });
    }
    await account.call('POST', '/conversations', { inbox_id: other.id, contact_id: contact.id });
    await account.call('POST', '/webhooks', { url: 'https://example.com/a', inbox_id: inbox.id });
    await account.call('POST', '/webhooks', { url: 'https://example.com/b' });
    const url = await givenFile(account, 1);
    await test.rows().updateTable('accounts').set({ inboxes_changed_at: null }).where('id', '=', account.id).execute();

    const answer = await account.call('DELETE', `/inboxes/${inbox.id}`);

    expect(answer).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect(await account.call('GET', `/inboxes/${inbox.id}`)).toMatchObject({ status: 404 });
    expect((await account.call('GET', '/inboxes')).body.payload.map(({ id }: { id: number }) => id)).toEqual([
      other.id,
    ]);
    const { data } = (await account.call('GET', '/conversations?status=all')).body;
    expect(data.meta).toMatchObject({ count: 1, all_count: 1 });
    expect(data.payload).toMatchObject([{ inbox_id: other.id }]);
    expect((await account.call('GET', `/contacts/${contact.id}`)).body.contact_inboxes).toMatchObject([
      { inbox_id: other.id },
    ]);
    expect((await account.call('GET', '/webhooks')).body).toMatchObject([{ url: 'https://example.com/b' }]);
    expect((await fetch(url)).status).toBe(404);
    expect(await test.rows().selectFrom('channels').select('id').where('id', '=', inbox.channel_id).execute()).toEqual(
      [],
    );
    expect(
      await test.rows().selectFrom('conversation_counts').select('count').where('inbox_id', '=', inbox.id).execute(),
    ).toEqual([]);
    expect(await inboxesChangedAt(account)).toEqual(expect.any(Date));
  });

  it('is for administrators, for inboxes of their account', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const theirs = await givenInbox(await givenAccount(test));
    const agent = await givenAgent(test, account);

    const byAgent = await account.call('DELETE', `/inboxes/${inbox.id}`, undefined, { token: agent.token });
    const elsewhere = await account.call('DELETE', `/inboxes/${theirs.id}`);

    expect(byAgent).toMatchObject({ status: 403, body: { error: 'Access denied' } });
    expect(elsewhere).toMatchObject({ status: 404, body: { error: 'Inbox not found' } });
    expect(await account.call('GET', `/inboxes/${inbox.id}`)).toMatchObject({ status: 200 });
  });
});
