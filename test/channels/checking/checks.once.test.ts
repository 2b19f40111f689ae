import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CheckMeans } from '../../../src/channels/checking/channel-checks.ts';
import { checksAt } from '../../../src/channels/checking/checks-at.ts';
import type { Provider } from '../../../src/channels/providers.ts';
import { providerHttp } from '../../../src/channels/provider-http.ts';
import { loadConfig } from '../../../src/config.ts';
import type { Attributes } from '../../../src/entities/columns.ts';
import { BANDWIDTH, givenBandwidth } from '../../support/providers/bandwidth.ts';
import { givenLine, LINE_TOKEN } from '../../support/providers/line.ts';
import type { ProviderServer } from '../../support/providers/provider-server.ts';
import { BOT_TOKEN, givenTelegram } from '../../support/providers/telegram.ts';
import { givenTwilio, TWILIO } from '../../support/providers/twilio.ts';
import { CLOUD, DIALOG360, givenCloudApi, givenDialog360 } from '../../support/providers/whatsapp.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';

const PUBLIC_URL = 'https://chat.example.com';
const CALLBACK = `${PUBLIC_URL}/webhooks/here`;
const NUMBER = '+15551230001';
const NOW = new Date('2026-11-23T08:00:00Z');

async function start() {
  const [telegram, line, twilio, bandwidth, cloud, dialog360, mail] = await Promise.all([
    givenTelegram(),
    givenLine(),
    givenTwilio(),
    givenBandwidth(),
    givenCloudApi(),
    givenDialog360(),
    givenMailServer(),
  ]);
  return { telegram, line, twilio, bandwidth, cloud, dialog360, mail };
}

let at: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  at = await start();
});
afterAll(async () => {
  for (const server of Object.values(at)) await (server as ProviderServer<unknown> | MailServer).stop();
});

/** The settings and secrets of each kind, as they should be. */
const CHANNELS: Record<Provider, { settings: Attributes; secrets: Attributes }> = {
  telegram: { settings: {}, secrets: { bot_token: BOT_TOKEN } },
  line: { settings: {}, secrets: { line_channel_token: LINE_TOKEN, line_channel_secret: 'secret' } },
  twilio: { settings: { phone_number: NUMBER }, secrets: { provider_config: TWILIO } },
  bandwidth: { settings: { phone_number: NUMBER }, secrets: { provider_config: BANDWIDTH, callback_password: 'p' } },
  whatsapp_cloud: {
    settings: { phone_number: NUMBER },
    secrets: { provider_config: { ...CLOUD, app_secret: 'app-secret' } },
  },
  dialog360: { settings: { phone_number: NUMBER }, secrets: { provider_config: DIALOG360 } },
  email: { settings: { email: 'support@acme.example' }, secrets: {} },
};

/** What is found of the channel, by the names of the checks: "ok" or "failed what → what to do". */
async function found(provider: Provider, changes: Partial<CheckMeans> = {}): Promise<Record<string, string>> {
  const { telegram, line, twilio, bandwidth, cloud, dialog360, mail } = at;
  const config = loadConfig(
    undefined,
    {},
    {
      'mail.smtp_url': mail.url,
      'channels.telegram_url': telegram.url,
      'channels.line_url': line.url,
      'channels.twilio_url': twilio.url,
      'channels.bandwidth_url': bandwidth.url,
      'channels.whatsapp_url': cloud.url,
      'channels.dialog360_url': dialog360.url,
    },
  );
  const means: CheckMeans = {
    http: await providerHttp(),
    urls: config.channels,
    mail: config.mail,
    addressOf: async (host) => host,
    channel: CHANNELS[provider],
    publicUrl: PUBLIC_URL,
    callbackUrl: CALLBACK,
    now: NOW,
    ...changes,
  };
  const all = checksAt[provider](means).map(async ({ name, look }) => {
    const { status, message, advice } = await look();
    return [name, status === 'ok' ? 'ok' : `${status} ${message} → ${advice}`] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

const withSecrets = (provider: Provider, secrets: Attributes) => ({
  channel: { ...CHANNELS[provider], secrets: { ...CHANNELS[provider].secrets, ...secrets } },
});
const allOk = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'ok']));

beforeEach(() => {
  at.telegram.registrations = [{ url: CALLBACK }];
  at.line.registrations = [{ endpoint: CALLBACK }];
  Object.assign(at.line.state, { isUsed: true, reaches: true, sent: 3, limit: 200 });
  at.dialog360.registrations = [{ url: CALLBACK }];
  at.cloud.registrations = [{ override_callback_uri: CALLBACK }];
  Object.assign(at.cloud.number, {
    display_phone_number: '+1 555-123-0001',
    status: 'CONNECTED',
    quality_rating: 'GREEN',
  });
  Object.assign(at.cloud.token, { is_valid: true, expires_at: 0 });
  Object.assign(at.twilio.account, { status: 'active', type: 'Full' });
  const capabilities = { sms: true, mms: true };
  at.twilio.numbers.splice(0, 9, { phone_number: NUMBER, sms_url: CALLBACK, sms_method: 'POST', capabilities });
  at.mail.loginRefusal = null;
});

describe('a channel that is as it should be', () => {
  it.each<[Provider, string[]]>([
    ['telegram', ['address', 'login', 'webhook']],
    ['line', ['address', 'login', 'signature', 'webhook', 'quota']],
    ['twilio', ['address', 'login', 'number', 'webhook', 'statuses']],
    ['bandwidth', ['address', 'login', 'webhook']],
    ['whatsapp_cloud', ['address', 'number', 'webhook', 'signature', 'token']],
    ['dialog360', ['address', 'webhook']],
    ['email', ['smtp', 'receiving']],
  ])('of %s passes', async (provider, names) => {
    expect(await found(provider)).toEqual(allOk(...names));
  });

  it('is written to by none of the checks', () => {
    const sent = Object.values(at).flatMap((server): unknown[] => ('sent' in server ? server.sent : server.arrived));

    expect(sent).toEqual([]);
  });
});

describe('the address of this server', () => {
  it.each<Provider>(['telegram', 'line', 'whatsapp_cloud', 'dialog360'])('must be https for %s', async (provider) => {
    const { address } = await found(provider, { publicUrl: 'http://chat.example.com' });

    expect(address).toMatch(
      /^failed .* by https only, and this server is http:\/\/chat.example.com → set server.public_url/,
    );
  });

  it('may be http for SMS, with a warning where nothing is told then', async () => {
    const { address, statuses } = await found('twilio', { publicUrl: 'http://chat.example.com' });

    expect([address, statuses]).toEqual(['ok', expect.stringMatching(/^warning .* → set server.public_url/)]);
  });

  it('must be public', async () => {
    const { address } = await found('bandwidth', { publicUrl: 'https://10.0.0.5' });

    expect(address).toMatch(/^failed Bandwidth cannot reach https:\/\/10.0.0.5, which is in a private network/);
  });
});

describe('a login', () => {
  it.each<[Provider, Attributes, Record<string, string>]>([
    ['telegram', { bot_token: '123:wrong' }, { login: 'failed Telegram answered 401', webhook: 'failed Telegram' }],
    ['line', { line_channel_token: 'wrong' }, { login: 'failed LINE answered 401', quota: 'failed LINE answered 401' }],
    [
      'twilio',
      { provider_config: { ...TWILIO, auth_token: 'wrong' } },
      { login: 'failed Twilio answered 401: Authenticate' },
    ],
    [
      'bandwidth',
      { provider_config: { ...BANDWIDTH, api_secret: 'wrong' } },
      { login: 'failed Bandwidth answered 401' },
    ],
    [
      'whatsapp_cloud',
      { provider_config: { ...CLOUD, api_key: 'wrong' } },
      { number: 'failed the Cloud API answered 401' },
    ],
    ['dialog360', { provider_config: { api_key: 'wrong' } }, { webhook: 'failed 360dialog answered 401' }],
  ])('at %s that is wrong is said to be', async (provider, secrets, expected) => {
    const findings = await found(provider, withSecrets(provider, secrets));

    for (const [name, start] of Object.entries(expected)) expect(findings[name]).toMatch(new RegExp(`^${start}`));
    expect(JSON.stringify(findings)).not.toMatch(/wrong/);
  });

  it('is not blamed while the provider cannot be reached', async () => {
    const urls = { ...loadConfig(undefined, {}, {}).channels };
    for (const name of Object.keys(urls)) {
      if (name.endsWith('_url')) Object.assign(urls, { [name]: 'http://127.0.0.1:9' });
    }

    const findings = await Promise.all(
      (['telegram', 'line', 'twilio', 'bandwidth', 'whatsapp_cloud', 'dialog360'] as const).map((provider) =>
        found(provider, { urls }),
      ),
    );

    const troubles = findings.flatMap((of) => Object.values(of).filter((text) => text.startsWith('failed')));
    expect(troubles.length).toBeGreaterThanOrEqual(9);
    expect(troubles.filter((text) => !text.includes('→ see whether this machine reaches the provider'))).toEqual([]);
  });
});

describe('the address that the provider has', () => {
  it.each<[Provider, () => unknown]>([
    ['telegram', () => (at.telegram.registrations = [{ url: 'https://old.example/hook' }])],
    ['line', () => (at.line.registrations = [{ endpoint: 'https://old.example/hook' }])],
    ['twilio', () => (at.twilio.numbers[0]!.sms_url = 'https://old.example/hook')],
    ['whatsapp_cloud', () => (at.cloud.registrations = [{ override_callback_uri: 'https://old.example/hook' }])],
    ['dialog360', () => (at.dialog360.registrations = [{ url: 'https://old.example/hook' }])],
  ])('%s must be that of the inbox', async (provider, spoil) => {
    spoil();

    const { webhook } = await found(provider);

    expect(webhook).toMatch(
      /^failed \w+ tells https:\/\/old.example\/hook what it receives, not https:\/\/chat.example.com/,
    );
  });

  it.each<Provider>(['telegram', 'line', 'dialog360'])('is missed at %s', async (provider) => {
    at.telegram.registrations = [];
    at.line.registrations = [];
    at.dialog360.registrations = [];

    const { webhook } = await found(provider);

    expect(webhook).toMatch(/^failed \w+ has no address for what it receives, .* → save the channel/);
  });

  it('may be that of another number of the business at WhatsApp', async () => {
    at.cloud.registrations = [{ override_callback_uri: `${PUBLIC_URL}/webhooks/whatsapp/+15559999999` }];

    expect((await found('whatsapp_cloud')).webhook).toBe('ok');
  });

  it('is asked for with POST by Twilio', async () => {
    at.twilio.numbers[0]!.sms_method = 'GET';

    expect((await found('twilio')).webhook).toMatch(/^failed Twilio tells .* by GET, which is not taken → enter it/);
  });

  it('is used and reached by LINE', async () => {
    at.line.state.reaches = false;
    const unreached = await found('line');
    at.line.state.isUsed = false;
    const unused = await found('line');

    expect(unreached.webhook).toMatch(/^failed LINE does not get to .*: ERROR_STATUS_CODE, 404 → see that/);
    expect(unused.webhook).toMatch(/^failed .* does not use it → switch on "Use webhook"/);
  });

  it('is where updates wait that Telegram cannot get rid of', async () => {
    const failing = { pending_update_count: 4, last_error_message: 'Wrong response: 502 Bad Gateway' };
    at.telegram.registrations = [{ url: CALLBACK, failing }];

    expect((await found('telegram')).webhook).toMatch(
      /^warning 4 updates wait .*: Wrong response: 502 Bad Gateway → see/,
    );
  });
});

describe('what providers say of a number or an account', () => {
  it.each<[Provider, string, string, () => unknown]>([
    ['twilio', 'login', 'failed the account Acme is suspended', () => (at.twilio.account.status = 'suspended')],
    ['twilio', 'login', 'warning the account Acme is a trial', () => (at.twilio.account.type = 'Trial')],
    ['twilio', 'number', `failed the account has no number \\${NUMBER}`, () => at.twilio.numbers.pop()],
    ['twilio', 'number', 'failed .* cannot send text', () => (at.twilio.numbers[0]!.capabilities.sms = false)],
    ['twilio', 'number', 'warning .* cannot send files', () => (at.twilio.numbers[0]!.capabilities.mms = false)],
    [
      'whatsapp_cloud',
      'number',
      'failed phone_number_id is that of \\+49',
      () => (at.cloud.number.display_phone_number = '+49 30'),
    ],
    ['whatsapp_cloud', 'number', 'failed the number is PENDING', () => (at.cloud.number.status = 'PENDING')],
    ['whatsapp_cloud', 'number', 'warning contacts rate', () => (at.cloud.number.quality_rating = 'RED')],
    ['whatsapp_cloud', 'token', 'failed the token is no longer good', () => (at.cloud.token.is_valid = false)],
    [
      'whatsapp_cloud',
      'token',
      'warning the token expires at 2026-11-24',
      () => (at.cloud.token.expires_at = Date.UTC(2026, 10, 24) / 1000),
    ],
    ['line', 'quota', 'warning 160 of 200 messages', () => (at.line.state.sent = 160)],
    ['line', 'quota', 'failed 200 of 200 messages', () => (at.line.state.sent = 200)],
  ])('%s: %s is "%s"', async (provider, name, expected, spoil) => {
    spoil();

    expect((await found(provider))[name]).toMatch(new RegExp(`^${expected}.* → `));
  });

  it('is all right while a token is good for months, and a plan without a limit', async () => {
    at.cloud.token.expires_at = Date.UTC(2027, 5, 1) / 1000;
    at.line.state.limit = null;

    expect([(await found('whatsapp_cloud')).token, (await found('line')).quota]).toEqual(['ok', 'ok']);
  });
});

describe('what makes callbacks be refused', () => {
  it.each<[Provider, string, Attributes, string]>([
    ['line', 'signature', { line_channel_secret: null }, 'failed the inbox has no line_channel_secret'],
    ['bandwidth', 'webhook', { callback_password: null }, 'failed the inbox has no callback_password'],
    ['whatsapp_cloud', 'signature', { provider_config: CLOUD }, 'failed the inbox has no app_secret'],
    [
      'whatsapp_cloud',
      'signature',
      { provider_config: { ...CLOUD, accept_unsigned: true } },
      'warning anyone may tell',
    ],
  ])('%s: %s', async (provider, name, secrets, expected) => {
    expect((await found(provider, withSecrets(provider, secrets)))[name]).toMatch(new RegExp(`^${expected}`));
  });
});

describe('a mailbox', () => {
  const own = (port: string, password: string) => ({
    settings: {
      email: 'a@acme.example',
      smtp_enabled: true,
      smtp_address: '127.0.0.1',
      smtp_port: Number(port),
      smtp_login: 'parley',
    },
    secrets: { smtp_password: password },
  });

  it('signs in to its own server, or says what that answers', async () => {
    const { port } = new URL(at.mail.url);

    const right = await found('email', { channel: own(port, 'secret') });
    const wrong = await found('email', { channel: own(port, 'not-it') });
    const gone = await found('email', { channel: own('9', 'secret') });

    expect(right).toEqual(allOk('smtp', 'receiving'));
    expect(wrong.smtp).toMatch(/^failed 127.0.0.1: .*535.* → correct the inbox's smtp_ settings/);
    expect(gone.smtp).toMatch(/^failed 127.0.0.1: .*ECONNREFUSED/);
    expect(JSON.stringify(wrong)).not.toContain('not-it');
  });

  it('needs the server of the installation where it has none', async () => {
    const none = await found('email', { mail: loadConfig(undefined, {}, {}).mail });
    at.mail.loginRefusal = '535 wrong password';
    const refused = await found('email');

    expect(none.smtp).toMatch(/^failed mails cannot be sent → set smtp_enabled/);
    expect(refused.smtp).toMatch(/^failed the installation's mail server: .*535.* → correct mail.smtp_url/);
  });

  it('is not connected to at a private address', async () => {
    const addressOf = () => Promise.reject(new Error('not allowed to connect to 10.0.0.5'));

    const { smtp } = await found('email', { channel: own('25', 'secret'), addressOf });

    expect(smtp).toMatch(/^failed 127.0.0.1: not allowed to connect to 10.0.0.5/);
  });
});
