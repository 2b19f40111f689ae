import type { Attributes } from '../entities/columns.ts';
import { flag, integer, oneOf, text } from '../fields.ts';
import { flag as flagShape, integer as integerShape, nullable, type Shape, text as textShape } from '../wire/shape.ts';
import { masked, secretText } from './parameters.ts';
import { WITH_TOKEN } from './mail-providers.ts';

// The mail servers from which an e-mail channel fetches and through which it sends. imap_email and smtp_email are other
// names for imap_login and smtp_login.

const MAX_PORT = 65_535;
/** 0 = the default port; Chatwoot's clients send it while a server is disabled. */
const port = () => integer().max(MAX_PORT, `must be from 1 to ${MAX_PORT}`).nullable();
const AUTHENTICATIONS = ['plain', 'login', 'cram_md5'] as const;
/**
 * The sign-in method of a mail server. Access tokens come from connecting the inbox at its provider; clients may only send
 * that method back unchanged with the other settings.
 */
const authentication = () =>
  oneOf([...AUTHENTICATIONS, WITH_TOKEN])
    .transform((_, given: unknown) => (given === WITH_TOKEN ? undefined : given))
    .strict(false)
    .nullable();
const VERIFY_MODES = ['none', 'peer', 'client_once', 'fail_if_no_peer_cert'] as const;
const PASSWORD_LENGTH = 1000;

export const mailServerParameters = {
  imap_enabled: flag(),
  imap_address: text().nullable(),
  imap_port: port(),
  imap_login: text().nullable(),
  imap_email: text().nullable(),
  imap_password: secretText(PASSWORD_LENGTH).nullable(),
  imap_enable_ssl: flag(),
  imap_authentication: authentication(),
  smtp_enabled: flag(),
  smtp_address: text().nullable(),
  smtp_port: port(),
  smtp_login: text().nullable(),
  smtp_email: text().nullable(),
  smtp_password: secretText(PASSWORD_LENGTH).nullable(),
  smtp_domain: text().nullable(),
  smtp_enable_starttls_auto: flag(),
  smtp_enable_ssl_tls: flag(),
  smtp_openssl_verify_mode: oneOf(VERIFY_MODES).nullable(),
  smtp_authentication: authentication(),
};

export const NO_MAIL_SERVERS: Attributes = {
  imap_enabled: false,
  imap_address: '',
  imap_port: 993,
  imap_login: '',
  imap_enable_ssl: true,
  imap_authentication: 'plain',
  smtp_enabled: false,
  smtp_address: '',
  smtp_port: 587,
  smtp_login: '',
  smtp_domain: '',
  smtp_enable_starttls_auto: true,
  smtp_enable_ssl_tls: false,
  smtp_openssl_verify_mode: 'peer',
  smtp_authentication: 'login',
};

export function showMailServers(settings: Attributes, secrets: Attributes): Attributes {
  const all = { ...NO_MAIL_SERVERS, ...settings };
  return {
    imap_enabled: all['imap_enabled'] ?? false,
    imap_address: all['imap_address'] ?? '',
    imap_port: all['imap_port'] ?? null,
    imap_login: all['imap_login'] ?? '',
    imap_email: all['imap_login'] ?? '',
    imap_password: masked(secrets['imap_password']),
    imap_enable_ssl: all['imap_enable_ssl'] ?? true,
    imap_authentication: all['imap_authentication'] ?? null,
    smtp_enabled: all['smtp_enabled'] ?? false,
    smtp_address: all['smtp_address'] ?? '',
    smtp_port: all['smtp_port'] ?? null,
    smtp_login: all['smtp_login'] ?? '',
    smtp_email: all['smtp_login'] ?? '',
    smtp_password: masked(secrets['smtp_password']),
    smtp_domain: all['smtp_domain'] ?? '',
    smtp_enable_starttls_auto: all['smtp_enable_starttls_auto'] ?? true,
    smtp_enable_ssl_tls: all['smtp_enable_ssl_tls'] ?? false,
    smtp_openssl_verify_mode: all['smtp_openssl_verify_mode'] ?? null,
    smtp_authentication: all['smtp_authentication'] ?? null,
  };
}

export const mailServersShape: Record<string, Shape> = {
  imap_enabled: flagShape,
  imap_address: textShape,
  imap_port: nullable(integerShape),
  imap_login: textShape,
  imap_email: textShape,
  imap_password: nullable(textShape),
  imap_enable_ssl: flagShape,
  imap_authentication: nullable(textShape),
  smtp_enabled: flagShape,
  smtp_address: textShape,
  smtp_port: nullable(integerShape),
  smtp_login: textShape,
  smtp_email: textShape,
  smtp_password: nullable(textShape),
  smtp_domain: textShape,
  smtp_enable_starttls_auto: flagShape,
  smtp_enable_ssl_tls: flagShape,
  smtp_openssl_verify_mode: nullable(textShape),
  smtp_authentication: nullable(textShape),
};
