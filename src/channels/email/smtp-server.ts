import { senderAddress } from '../../mail/sender-address.ts';
import { isIP } from 'node:net';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Config } from '../../config.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { TokenSource } from '../../oauth/tokens.ts';
import { SECOND } from '../../time.ts';
import { isOwnServer, usesToken } from '../mail-providers.ts';
import { NO_MAIL_SERVERS } from '../mail-servers.ts';
import type { Means } from '../transport.ts';

const CONNECT_MS = 15 * SECOND;
/** How long a server may be silent. */
const SILENCE_MS = 60 * SECOND;
const TIMEOUTS = { connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS };

/** A mail server to send through. */
export type SmtpServer = {
  /** As the settings name it. */
  name: string;
  options: SMTPConnection.Options;
  /** Null = none is needed. */
  login: { user: string; pass: string; method?: string } | { user: string; token: string } | null;
  /** The setting that says that TLS begins with the connection. */
  tlsSetting: string;
  /** The address that mails through it must be from; null = that of the inbox. */
  from: string | null;
};

/**
 * The server of the inbox, by its address, or of the installation, which may be anywhere.
 * @throws Error when that of the inbox has no address that may be connected to, or its provider gives no token
 */
export async function smtpServerOf({ channel, mail, addressOf, tokens }: Omit<Means, 'key'>): Promise<SmtpServer> {
  const settings = { ...NO_MAIL_SERVERS, ...channel.settings };
  if (settings['smtp_enabled']) {
    return { ...(await ofInbox(settings, addressOf)), login: await loginOf(settings, channel.secrets, tokens) };
  }
  return ofInstallation(mail);
}

/** The server of the installation, `mail.smtp_url`, which may be anywhere. */
export async function ofInstallation(mail: Config['mail']): Promise<SmtpServer> {
  const { parseConnectionUrl } = await import('nodemailer/lib/shared');
  const { auth, ...options } = parseConnectionUrl(mail.smtp_url);
  return {
    name: String(options.host),
    tlsSetting: 'mail.smtp_url (smtp:// in place of smtps://)',
    options: { ...options, ...TIMEOUTS },
    login: (auth as { user: string; pass: string } | undefined) ?? null,
    from: senderAddress(mail.from),
  };
}

async function ofInbox(settings: Attributes, addressOf: Means['addressOf']): Promise<Omit<SmtpServer, 'login'>> {
  const text = (name: string) => String(settings[name] ?? '');
  const host = text('smtp_address');
  // No settings of the inbox may have a provider's token sent in the clear, or to anyone else.
  const isOwn = isOwnServer(settings, 'smtp');
  return {
    name: host,
    tlsSetting: 'smtp_enable_ssl_tls',
    options: {
      host: await addressOf(host),
      port: Number(settings['smtp_port']),
      secure: settings['smtp_enable_ssl_tls'] === true,
      ignoreTLS: settings['smtp_enable_starttls_auto'] === false && !isOwn,
      requireTLS: isOwn,
      ...(text('smtp_domain') && { name: text('smtp_domain') }),
      tls: {
        // The certificate is for the name, not for the address that is connected to, where there is one.
        ...(isIP(host) === 0 && { servername: host }),
        rejectUnauthorized: isOwn || settings['smtp_openssl_verify_mode'] !== 'none',
      },
      ...TIMEOUTS,
    },
    from: null,
  };
}

async function loginOf(settings: Attributes, secrets: Attributes, tokens: TokenSource): Promise<SmtpServer['login']> {
  const user = String(settings['smtp_login'] ?? '');
  if (user === '') return null;
  if (!usesToken(settings, 'smtp')) return { user, pass: String(secrets['smtp_password'] ?? ''), ...method(settings) };
  const answer = await tokens.current();
  if (answer.is === 'token') return { user, token: answer.token };
  const again = answer.is === 'reauthorize' ? ', and an administrator must connect the inbox again' : '';
  throw new Error(`there is no access token for the mailbox: ${answer.reason}${again}`);
}

/** PLAIN and LOGIN send the same credentials; the library picks the one that the server offers. */
function method({ smtp_authentication: given }: Attributes): { method?: string } {
  return given === 'cram_md5' ? { method: 'CRAM-MD5' } : {};
}
