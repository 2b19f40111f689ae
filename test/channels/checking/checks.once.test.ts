import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CheckMeans } from '../../../src/channels/checking/channel-checks.ts';
import type { Provider } from '../../../src/channels/providers.ts';
import { loadConfig } from '../../../src/config.ts';
import type { Attributes } from '../../../src/entities/columns.ts';
import { BANDWIDTH } from '../../support/providers/bandwidth.ts';
import {
  allOk,
  foundAt,
  type Providers,
  putRight,
  startProviders,
  stopProviders,
  withSecrets,
} from '../../support/providers/checks.ts';
import { TWILIO } from '../../support/providers/twilio.ts';
import { CLOUD } from '../../support/providers/whatsapp.ts';

let at: Providers;
beforeAll(async () => {
  at = await startProviders();
});
afterAll(() => stopProviders(at));
beforeEach(() => putRight(at));

const found = (provider: Provider, changes: Partial<CheckMeans> = {}) => foundAt(at, provider, changes);

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
