import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Attributes } from '../../entities/columns.ts';
import { SECOND } from '../../time.ts';
import { NO_MAIL_SERVERS } from '../mail-servers.ts';
import type { Means } from '../transport.ts';

const CONNECT_MS = 15 * SECOND;
/** How long a server may be silent. */
const SILENCE_MS = 60 * SECOND;
const TIMEOUTS = { connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS };

/** A mail server to send through. */
export type SmtpServer = {
  options: SMTPConnection.Options;
  /** Null = none is needed. */
  login: { user: string; pass: string; method?: string } | null;
  /** The address that mails through it must be from; null = that of the inbox. */
  from: string | null;
};

/**
 * The server of the inbox, by its address, or of the installation, which may be anywhere.
 * @throws Error when that of the inbox has no address that may be connected to
 */
export async function smtpServerOf({ channel, mail, addressOf }: Omit<Means, 'key'>): Promise<SmtpServer> {
  const settings = { ...NO_MAIL_SERVERS, ...channel.settings };
  if (settings['smtp_enabled']) return ofInbox(settings, channel.secrets, addressOf);
  const { parseConnectionUrl } = await import('nodemailer/lib/shared');
  const { auth, ...options } = parseConnectionUrl(mail.smtp_url);
  return {
    options: { ...options, ...TIMEOUTS },
    login: (auth as { user: string; pass: string } | undefined) ?? null,
    from: /<([^<>]+)>/.exec(mail.from)?.[1] ?? (mail.from.trim() || null),
  };
}

async function ofInbox(settings: Attributes, secrets: Attributes, addressOf: Means['addressOf']): Promise<SmtpServer> {
  const text = (name: string) => String(settings[name] ?? '');
  const [host, user] = [text('smtp_address'), text('smtp_login')];
  return {
    options: {
      host: await addressOf(host),
      port: Number(settings['smtp_port']),
      secure: settings['smtp_enable_ssl_tls'] === true,
      ignoreTLS: settings['smtp_enable_starttls_auto'] === false,
      ...(text('smtp_domain') && { name: text('smtp_domain') }),
      // The certificate is for the name, not for the address that is connected to.
      tls: { servername: host, rejectUnauthorized: settings['smtp_openssl_verify_mode'] !== 'none' },
      ...TIMEOUTS,
    },
    login: user === '' ? null : { user, pass: String(secrets['smtp_password'] ?? ''), ...method(settings) },
    from: null,
  };
}

/** Plain and login tell the server the same, and it says which of them it takes. */
function method({ smtp_authentication: given }: Attributes): { method?: string } {
  return given === 'cram_md5' ? { method: 'CRAM-MD5' } : {};
}
