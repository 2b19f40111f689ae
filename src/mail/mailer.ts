import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { certificateProblem } from '../errors.ts';
import type { Log } from '../log.ts';
import { SECOND } from '../time.ts';
import type { Mail } from './mail.ts';
import { type AddressedMail, writeToOutbox } from './outbox.ts';

/** Connections kept open to the SMTP server. */
const CONNECTIONS = 2;
/** How long the server may take to accept a connection, and to answer on it. */
const CONNECT_MS = 15 * SECOND;
const SILENCE_MS = 60 * SECOND;

/** Sends mails, or writes them to the outbox when no SMTP server is configured. */
export type Mailer = {
  /**
   * Sends the mail to the SMTP server, or writes it to the outbox and logs a warning when none is configured. The
   * Message-ID is made from `id`: a mail that is sent again after a crash has the same one, so that receivers can
   * recognize the duplicate. `accountId`: the account in which it is sent; null = in none.
   * @throws Error when the server cannot be reached or refuses it, or the outbox cannot be written
   */
  send(mail: Mail, id: string, accountId: number | null): Promise<void>;
  /** Logs in to the server and disconnects; does nothing when none is configured. @throws Error when that fails */
  verify(): Promise<void>;
  /** Whether an SMTP server is configured. */
  readonly isConfigured: boolean;
  /** Closes the connections to the server. */
  close(): void;
};

/**
 * A mailer for `config.mail`, whose outbox is the folder `outbox` of the data directory; it connects at the first mail.
 */
export function openMailer(config: Config, log: Log): Mailer {
  const from = config.mail.from || `Parley <parley@${hostname()}>`;
  const url = config.mail.smtp_url;
  return url ? smtpMailer(url, from) : outboxMailer(join(config.data_dir, 'outbox'), from, log);
}

function smtpMailer(url: string, from: string): Mailer {
  const opened = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      pool: true,
      maxConnections: CONNECTIONS,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
    });
  };
  let transport: ReturnType<typeof opened> | undefined;
  const connection = () => (transport ??= opened());

  const withName = (error: unknown) => {
    const problem = certificateProblem(error, new URL(url).hostname);
    throw problem === null ? error : new Error(problem, { cause: error });
  };

  return {
    isConfigured: true,
    async send(mail, id, accountId) {
      await (await connection()).sendMail(addressed(mail, from, { id, accountId })).catch(withName);
    },
    async verify() {
      await (await connection()).verify().catch(withName);
    },
    close() {
      void transport?.then((opened) => opened.close());
    },
  };
}

function outboxMailer(folder: string, from: string, log: Log): Mailer {
  return {
    isConfigured: false,
    async send(mail, id, accountId) {
      const path = await writeToOutbox(folder, addressed(mail, from, { id, accountId }), id);
      log.warn({ path }, 'mail kept in the outbox: mail.smtp_url names no server to send it with');
    },
    verify: async () => {},
    close: () => {},
  };
}

/**
 * Each recipient is one address, never parsed as a list: "a,b@example.com" is not the two recipients "a" and
 * "b@example.com".
 */
function addressed(
  mail: Mail,
  from: string,
  { id, accountId }: { id: string; accountId: number | null },
): AddressedMail {
  const to = mail.to.map((address) => ({ name: '', address }));
  return { ...mail, to, from, messageId: messageId(id, from), accountId, headers: AUTOMATIC };
}

/** RFC 3834, and Exchange's own: no program answers. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

function messageId(id: string, from: string): string {
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? hostname();
  return `<${id}@${domain}>`;
}
