import { namesPrivatePlace } from '../addresses.ts';
import type { Attributes } from '../entities/columns.ts';
import { invalidField } from '../errors.ts';

/** The mail servers of the providers that let programs in with an access token. */
const MAIL_PROVIDERS = {
  google: { imap_address: 'imap.gmail.com', smtp_address: 'smtp.gmail.com' },
  microsoft: { imap_address: 'outlook.office365.com', smtp_address: 'smtp.office365.com' },
} as const;
export type MailProvider = keyof typeof MAIL_PROVIDERS;

/** How a channel signs in that was connected at a provider: with an access token (XOAUTH2) and no password. */
export const WITH_TOKEN = 'xoauth2';

/** The settings of a mailbox that was connected at the provider. */
export function settingsAt(provider: MailProvider, email: string, login: string): Attributes {
  return {
    email,
    provider,
    ...MAIL_PROVIDERS[provider],
    imap_enabled: true,
    imap_port: 993,
    imap_login: login,
    imap_enable_ssl: true,
    imap_authentication: WITH_TOKEN,
    imap_password: null,
    smtp_enabled: true,
    smtp_port: 587,
    smtp_login: login,
    smtp_enable_ssl_tls: false,
    smtp_enable_starttls_auto: true,
    smtp_openssl_verify_mode: 'peer',
    smtp_authentication: WITH_TOKEN,
    smtp_password: null,
  };
}

/** Whether the server of this kind is signed in to with an access token. */
export function usesToken(settings: Attributes, kind: 'imap' | 'smtp'): boolean {
  return settings[`${kind}_authentication`] === WITH_TOKEN;
}

/** Whether the server is the provider's own, and signed in to with an access token. */
export function isOwnServer(settings: Attributes, kind: 'imap' | 'smtp'): boolean {
  const own = MAIL_PROVIDERS[settings['provider'] as MailProvider] as Attributes | undefined;
  const name = `${kind}_address`;
  return usesToken(settings, kind) && String(settings[name] ?? '').toLowerCase() === own?.[name];
}

/**
 * Keeps access tokens from servers that are not the provider's: they open more than the mailbox here shows. Servers in
 * private networks are the operator's, who allows them (webhooks.allowed_networks).
 * @throws AppError `invalid`
 */
export function checkTokenServers(settings: Attributes): void {
  for (const kind of ['imap', 'smtp'] as const) {
    if (!usesToken(settings, kind)) continue;
    const own = MAIL_PROVIDERS[settings['provider'] as MailProvider] as Attributes | undefined;
    if (!own) throw invalidField('channel.provider', `cannot be changed while ${kind}_authentication is ${WITH_TOKEN}`);
    const name = `${kind}_address`;
    const host = String(settings[name] ?? '').toLowerCase();
    if (host !== own[name] && !namesPrivatePlace(new URL(`http://${bracketed(host)}/`), [])) {
      throw invalidField(
        `channel.${name}`,
        `must be ${String(own[name])} while ${kind}_authentication is ${WITH_TOKEN}`,
      );
    }
  }
}

const bracketed = (host: string) => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);
