import type { CheckMeans } from '../../../src/channels/checking/channel-checks.ts';
import { checksAt } from '../../../src/channels/checking/checks-at.ts';
import type { Provider } from '../../../src/channels/providers.ts';
import { providerHttp } from '../../../src/channels/provider-http.ts';
import { loadConfig } from '../../../src/config.ts';
import type { Attributes } from '../../../src/entities/columns.ts';
import { givenMailServer, type MailServer } from '../servers/smtp.ts';
import { BANDWIDTH, givenBandwidth } from './bandwidth.ts';
import { givenLine, LINE_TOKEN } from './line.ts';
import type { ProviderServer } from './provider-server.ts';
import { BOT_TOKEN, givenTelegram } from './telegram.ts';
import { givenTwilio, TWILIO } from './twilio.ts';
import { CLOUD, DIALOG360, givenCloudApi, givenDialog360 } from './whatsapp.ts';
import { NO_TOKENS } from './no-tokens.ts';

export const PUBLIC_URL = 'https://chat.example.com';
export const CALLBACK = `${PUBLIC_URL}/webhooks/here`;
export const NUMBER = '+15551230001';
const NOW = new Date('2026-11-23T08:00:00Z');

/** The servers of all providers, and a mail server. */
export type Providers = Awaited<ReturnType<typeof startProviders>>;

export async function startProviders() {
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

export async function stopProviders(at: Providers): Promise<void> {
  for (const server of Object.values(at)) await (server as ProviderServer<unknown> | MailServer).stop();
}

/** The settings and secrets of each kind, as they should be. */
export const CHANNELS: Record<Provider, { settings: Attributes; secrets: Attributes }> = {
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
export async function foundAt(
  { telegram, line, twilio, bandwidth, cloud, dialog360, mail }: Providers,
  provider: Provider,
  changes: Partial<CheckMeans> = {},
): Promise<Record<string, string>> {
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
    tokens: NO_TOKENS,
    now: NOW,
    ...changes,
  };
  const all = checksAt[provider](means).map(async ({ name, look }) => {
    const { status, message, advice } = await look();
    return [name, status === 'ok' ? 'ok' : `${status} ${message} → ${advice}`] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

/** Has all of them say that everything is as it should be. */
export function putRight(at: Providers): void {
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
}

/** The channel with some secrets changed. */
export const withSecrets = (provider: Provider, secrets: Attributes) => ({
  channel: { ...CHANNELS[provider], secrets: { ...CHANNELS[provider].secrets, ...secrets } },
});
export const allOk = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'ok']));
