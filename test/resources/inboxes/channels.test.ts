import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenInbox } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'webhooks.allowed_networks': '10.0.0.0/8' });
});
afterAll(() => test.stop());

let last = 0;
/** What no other test has. */
const unique = () => `${Date.now()}${(last += 1)}`;
const newEmail = () => `support-${unique()}@example.com`;
const newPhone = () => `+49${unique().slice(-11)}`;
const newBotToken = () => `${unique()}:${'A'.repeat(35)}`;

/** An inbox without what its provider says of its webhook, which comes later. */
const settled = (inbox: object) => ({ ...inbox, webhook_error: null });

const MAIL_SERVERS = {
  imap_enabled: true,
  imap_address: 'imap.example.com',
  imap_port: 143,
  imap_password: 'imap-secret',
  imap_enable_ssl: false,
  imap_authentication: 'login',
  smtp_enabled: true,
  smtp_address: 'smtp.example.com',
  smtp_port: 465,
  smtp_password: 'smtp-secret',
  smtp_domain: 'example.com',
  smtp_enable_starttls_auto: false,
  smtp_enable_ssl_tls: true,
  smtp_openssl_verify_mode: 'none',
  smtp_authentication: 'plain',
};

/** As answers show a secret. */
const MASK = '********';
const SHOWN_SERVERS = { ...MAIL_SERVERS, imap_password: MASK, smtp_password: MASK };

/** What of each kind's answer administrators alone see. */
const HIDDEN: Record<string, string[]> = {
  'Channel::Email': [
    ...Object.keys(MAIL_SERVERS),
    'imap_login',
    'imap_email',
    'smtp_login',
    'smtp_email',
    'imap_error',
  ],
  'Channel::Line': ['line_channel_secret', 'line_channel_token'],
  'Channel::Telegram': ['bot_token'],
  'Channel::Whatsapp': ['provider_config', 'api_key'],
  'Channel::Sms': ['provider_config', 'account_sid', 'auth_token'],
};

const KINDS: [string, () => Record<string, unknown>, string, string][] = [
  ['email', () => ({ email: newEmail() }), 'Channel::Email', 'email'],
  ['line', () => ({ line_channel_id: unique() }), 'Channel::Line', 'line_channel_id'],
  ['telegram', () => ({ bot_token: newBotToken() }), 'Channel::Telegram', 'bot_token'],
  ['whatsapp', () => ({ phone_number: newPhone() }), 'Channel::Whatsapp', 'phone_number'],
  ['sms', () => ({ phone_number: newPhone() }), 'Channel::Sms', 'phone_number'],
];

describe.each(KINDS)('a channel of the kind %s', (type, parameters, channelType, address) => {
  it('is created from its required fields, shown by its kind, and kept when it is changed', async () => {
    const account = await givenAccount(test);
    const given = parameters();

    const inbox = await givenInbox(account, { type, ...given });
    const renamed = await account.call('PATCH', `/inboxes/${inbox.id}`, { name: 'New', channel: { type } });

    const seen = 'bot_token' in given ? { ...given, bot_token: MASK } : given;
    expect(inbox).toMatchObject({ channel_type: channelType, webhook_url: null, website_url: null, ...seen });
    expect(renamed.status).toBe(200);
    expect(settled(renamed.body)).toMatchObject(settled({ ...inbox, name: 'New' }));
    expect((await account.call('GET', '/inboxes')).body.payload.map(settled)).toEqual([settled(renamed.body)]);
  });

  it('shows its secrets to administrators alone', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const inbox = await givenInbox(account, { type, ...parameters() });

    const seen = await account.call('GET', `/inboxes/${inbox.id}`, undefined, { token: agent.token });

    const keys = Object.keys(seen.body);
    for (const name of HIDDEN[channelType]!) {
      expect(Object.keys(inbox)).toContain(name);
      expect(keys).not.toContain(name);
    }
    expect(keys).not.toContain('hmac_token');
  });

  it('needs an address, and cannot have that of another inbox of the account', async () => {
    const account = await givenAccount(test);
    const given = parameters();
    const taken = await givenInbox(account, { type, ...given });
    const mine = await givenInbox(account, { type, ...parameters() });

    const missing = await account.call('POST', '/inboxes', { name: 'A', channel: { type } });
    const second = await account.call('POST', '/inboxes', { name: 'A', channel: { type, ...given } });
    const moved = await account.call('PATCH', `/inboxes/${mine.id}`, { channel: given });
    const kept = await account.call('PATCH', `/inboxes/${taken.id}`, { channel: given });

    const refusal = { status: 422, body: { error: 'Validation failed', attributes: [`channel.${address}`] } };
    expect(missing).toMatchObject({ ...refusal, body: { message: `channel.${address} can't be blank` } });
    for (const answer of [second, moved]) {
      expect(answer).toMatchObject(refusal);
      expect(answer.body.message).toBe(`channel.${address} has already been taken by another inbox`);
    }
    expect(kept.status).toBe(200);
    const left = (await account.call('GET', '/inboxes')).body.payload.map((inbox: { id: number }) => inbox.id);
    expect(left.toSorted((one: number, two: number) => one - two)).toEqual([taken.id, mine.id]);
  });

  it('frees its address when the inbox is deleted', async () => {
    const account = await givenAccount(test);
    const channel = { type, ...parameters() };
    const inbox = await givenInbox(account, channel);

    await account.call('DELETE', `/inboxes/${inbox.id}`);

    await expect(givenInbox(account, channel)).resolves.toMatchObject({ channel_type: channelType });
  });
});

describe('an e-mail channel', () => {
  it.each([
    ['imap_email', 'smtp_email'],
    ['imap_login', 'smtp_login'],
  ])('takes %s and %s, and shows them under both names', async (imapName, smtpName) => {
    const account = await givenAccount(test);
    const email = newEmail();
    const channel = { email: email.toUpperCase(), ...MAIL_SERVERS, [imapName]: 'in@x.org', [smtpName]: 'out@x.org' };

    const inbox = await givenInbox(account, { type: 'email', provider: 'other', ...channel });

    expect(inbox).toMatchObject({
      ...SHOWN_SERVERS,
      email,
      provider: 'other',
      imap_login: 'in@x.org',
      imap_email: 'in@x.org',
      smtp_login: 'out@x.org',
      smtp_email: 'out@x.org',
      forwarding_enabled: false,
      forward_to_email: null,
    });
  });

  it('keeps its passwords sealed, and leaves them out of events', async () => {
    const account = await givenAccount(test);
    const channel = { type: 'email', email: newEmail(), ...MAIL_SERVERS, imap_login: 'in@x.org' };

    const inbox = await givenInbox(account, channel);

    const rows = test.rows().selectFrom('channels').selectAll().where('id', '=', inbox.channel_id);
    const events = test.rows().selectFrom('events').selectAll().where('account_id', '=', account.id);
    const stored = JSON.stringify([await rows.execute(), await events.execute()]);
    expect(stored).toContain('imap.example.com');
    expect(stored).not.toMatch(/imap-secret|smtp-secret/);
  });

  it('changes one setting and keeps the others, its passwords too', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account, {
      type: 'email',
      email: newEmail(),
      ...MAIL_SERVERS,
      imap_login: 'in@x.org',
    });

    const changed = await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: { smtp_port: 587 } });
    const renewed = await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: { smtp_password: 'new' } });

    expect(changed.body).toEqual({ ...inbox, smtp_port: 587 });
    expect(renewed.body).toEqual(changed.body);
  });

  it('can be reset to the settings of a new one', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account, { type: 'email', email: newEmail() });
    await account.call('PATCH', `/inboxes/${inbox.id}`, {
      channel: { ...MAIL_SERVERS, imap_login: 'in@x.org', provider: 'other' },
    });

    const { body } = await account.call('PATCH', `/inboxes/${inbox.id}`, {
      channel: {
        imap_enabled: false,
        imap_address: '',
        imap_port: 0,
        imap_login: null,
        imap_password: '',
        imap_enable_ssl: true,
        imap_authentication: null,
        smtp_enabled: false,
        smtp_address: null,
        smtp_port: null,
        smtp_password: '',
        smtp_domain: '',
        smtp_enable_starttls_auto: true,
        smtp_enable_ssl_tls: false,
        smtp_openssl_verify_mode: null,
        smtp_authentication: null,
        provider: '',
      },
    });

    expect(body).toEqual(inbox);
  });

  it.each([
    ['email', { email: 'nobody' }, 'is not an e-mail address'],
    ['imap_port', { imap_port: -1 }, 'must not be negative'],
    ['smtp_port', { smtp_port: 65_536 }, 'must be from 1 to 65535'],
    ['smtp_port', { smtp_port: 'mail' }, 'must be a whole number'],
    ['imap_enabled', { imap_enabled: 'often' }, 'must be true or false'],
    ['imap_authentication', { imap_authentication: 'magic' }, 'must be one of plain, login, cram_md5'],
    ['smtp_authentication', { smtp_authentication: 'magic' }, 'must be one of plain, login, cram_md5'],
    ['smtp_openssl_verify_mode', { smtp_openssl_verify_mode: 'never' }, 'must be one of none, peer'],
    ['imap_address', { imap_enabled: true }, "can't be blank when imap_enabled is true"],
    [
      'imap_password',
      { imap_enabled: true, imap_address: 'imap.example.com', imap_login: 'x' },
      "can't be blank when imap_enabled is true",
    ],
    ['smtp_address', { smtp_enabled: true }, "can't be blank when smtp_enabled is true"],
    ['imap_address', { imap_address: 'not a name' }, 'must be the name of a server'],
    ['smtp_address', { smtp_address: 'http://mail.example.com/' }, 'must be the name of a server'],
    ['imap_address', { imap_address: 'localhost' }, 'must be a public server'],
    ['imap_address', { imap_address: '127.0.0.1' }, 'must be a public server'],
    ['smtp_address', { smtp_address: '::ffff:192.168.0.1' }, 'must be a public server'],
    ['smtp_address', { smtp_address: '0x7f.1' }, 'must be a public server'],
  ])('refuses a wrong %s: %j', async (field, given, message) => {
    const account = await givenAccount(test);
    const channel = { type: 'email', email: newEmail(), ...given };
    const inbox = await givenInbox(account, { type: 'email', email: newEmail() });

    const created = await account.call('POST', '/inboxes', { name: 'A', channel });
    const changed = await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: given });

    for (const answer of [created, changed]) {
      expect(answer).toMatchObject({ status: 422, body: { error: 'Validation failed' } });
      expect(answer.body.attributes).toEqual([`channel.${field}`]);
      expect(answer.body.message).toContain(message);
    }
    expect((await account.call('GET', '/inboxes')).body.payload).toEqual([inbox]);
  });

  it('takes a server in a network that the installation allows', async () => {
    const account = await givenAccount(test);

    const inbox = await givenInbox(account, { type: 'email', email: newEmail(), smtp_address: '10.1.2.3' });

    expect(inbox).toMatchObject({ smtp_address: '10.1.2.3' });
  });
});

describe('a WhatsApp channel', () => {
  it('takes the key at the top or in provider_config, and shows in both places that it is there', async () => {
    const account = await givenAccount(test);
    const cloud = { provider: 'whatsapp_cloud', provider_config: { api_key: 'one', phone_number_id: '5', extra: [1] } };

    const inside = await givenInbox(account, { type: 'whatsapp', phone_number: newPhone(), ...cloud });
    const atTop = await givenInbox(account, { type: 'whatsapp', phone_number: newPhone(), api_key: 'the second key' });

    expect(inside).toMatchObject({ provider: 'whatsapp_cloud', api_key: MASK, message_templates: [] });
    const config = { ...cloud.provider_config, api_key: MASK, webhook_verify_token: expect.any(String) };
    expect(inside.provider_config).toEqual(config);
    expect(inside.callback_webhook_url).toBe(`${test.url}/webhooks/whatsapp/${inside.phone_number}`);
    expect(atTop).toMatchObject({ provider: 'default', api_key: MASK });
    expect(atTop.provider_config).toMatchObject({ api_key: MASK });
    const { sealed_secrets: sealed, settings } = await test
      .rows()
      .selectFrom('channels')
      .select(['sealed_secrets', 'settings'])
      .where('id', '=', atTop.channel_id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify([sealed, settings])).not.toContain('the second key');
  });

  it('adds to its provider_config, and removes what becomes null', async () => {
    const account = await givenAccount(test);
    const provider_config = { api_key: 'one', phone_number_id: '5' };
    const inbox = await givenInbox(account, { type: 'whatsapp', phone_number: newPhone(), provider_config });

    const { body } = await account.call('PATCH', `/inboxes/${inbox.id}`, {
      channel: { provider_config: { business_account_id: '9', phone_number_id: null } },
    });

    const { webhook_verify_token } = inbox.provider_config;
    expect(body.provider_config).toEqual({ api_key: MASK, business_account_id: '9', webhook_verify_token });
  });

  it.each([
    ['phone_number', { phone_number: '12345' }, 'should be in e164 format'],
    ['provider', { provider: 'pigeon' }, 'must be one of default, whatsapp_cloud'],
    ['provider_config', { provider_config: 'key' }, 'must be an object'],
    ['provider_config.api_key', { provider_config: { api_key: 5 } }, 'must be text'],
    ['api_key', { api_key: 5 }, 'must be text'],
  ])('refuses a wrong %s', async (field, given, message) => {
    const account = await givenAccount(test);
    const channel = { type: 'whatsapp', phone_number: newPhone(), ...given };

    const answer = await account.call('POST', '/inboxes', { name: 'A', channel });

    expect(answer).toMatchObject({ status: 422, body: { attributes: [`channel.${field}`] } });
    expect(answer.body.message).toContain(message);
  });
});

describe('an SMS channel', () => {
  it('takes an account_sid and auth_token, or a provider_config', async () => {
    const account = await givenAccount(test);
    const bandwidth = { api_key: 'key', api_secret: 'secret', application_id: 'app', account_id: 'acc' };

    const spec = await givenInbox(account, {
      type: 'sms',
      phone_number: newPhone(),
      account_sid: 'AC1',
      auth_token: 'tok',
    });
    const asChatwoot = await givenInbox(account, {
      type: 'sms',
      phone_number: newPhone(),
      provider_config: bandwidth,
    });

    expect(spec).toMatchObject({ provider: 'twilio', account_sid: 'AC1', auth_token: MASK });
    expect(spec.provider_config).toEqual({ account_sid: 'AC1', auth_token: MASK });
    const shown = { ...bandwidth, api_secret: MASK };
    expect(asChatwoot).toMatchObject({ provider: 'default', provider_config: shown, auth_token: null });
    expect(asChatwoot.callback_webhook_url).toBe(`${test.url}/webhooks/sms/${asChatwoot.phone_number}`);
  });
});

describe('a Telegram channel', () => {
  it('refuses what is not a token of a bot', async () => {
    const account = await givenAccount(test);

    const answer = await account.call('POST', '/inboxes', {
      name: 'A',
      channel: { type: 'telegram', bot_token: 'hello' },
    });

    expect(answer).toMatchObject({ status: 422, body: { attributes: ['channel.bot_token'] } });
    expect(answer.body.message).toContain('BotFather');
  });

  it('takes a new token of its bot', async () => {
    const account = await givenAccount(test);
    const token = newBotToken();
    const inbox = await givenInbox(account, { type: 'telegram', bot_token: token });
    const renewed = token.replace(/A+$/, 'B'.repeat(35));

    const { body } = await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: { bot_token: renewed } });

    // A job registers the webhook meanwhile, and notes why it could not.
    expect([null, 'connect ECONNREFUSED 127.0.0.1:9']).toContain(body.webhook_error);
    expect(body).toEqual({ ...inbox, webhook_error: body.webhook_error });
  });
});
