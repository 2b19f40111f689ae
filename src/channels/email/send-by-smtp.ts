import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { Readable } from 'node:stream';
import { connectionFailure, lacksTls } from '../../errors.ts';
import { storableReason } from '../../fields/storable.ts';
import { MINUTE, SECOND } from '../../time.ts';
import type { Outcome } from '../transport.ts';
import type { SmtpServer } from './smtp-server.ts';

/** How long handing over one mail may take, a large one through a slow line. */
const MOST_MS = 10 * MINUTE;
/** The first reply code that is permanent. */
const PERMANENT = 500;
/** Replies about the login and about TLS, which others may mend meanwhile: the mail waits. */
const LOGIN_REPLIES = [530, 534, 535, 538];

/** A mail as it goes over the connection. */
export type SmtpMail = { from: string; recipients: string[]; bytes: Buffer };

/** How handing over went; `isLoginRefused`: whether the server did not take the login, and so did not get the mail. */
export type Handed = { outcome: Outcome; isLoginRefused: boolean };

/**
 * Hands the mail over. A permanent refusal of any recipient is `refused`, even if the server accepts the mail for others.
 * When the connection ends after the mail was started and before the server's reply, the outcome is doubtful.
 */
export async function sendBySmtp(server: SmtpServer, mail: SmtpMail, mostMs = MOST_MS): Promise<Handed> {
  let hasBegun = false;
  let isLoginRefused = false;
  try {
    const sent = await withConnection(server, mostMs, async (connection) => {
      await talk(connection, (done) => connection.connect(done));
      await signIn(connection, server).catch((error: unknown) => {
        isLoginRefused = (error as SMTPConnection.SMTPError).responseCode !== undefined;
        throw error;
      });
      const unreachable = withoutUtf8(connection) ? [mail.from, ...mail.recipients].find(isInternational) : undefined;
      if (unreachable !== undefined) throw new Unsupported(unreachable);
      // It is read only when the server has taken all recipients.
      const stream = new Readable({
        read() {
          hasBegun = true;
          this.push(mail.bytes);
          this.push(null);
        },
      });
      const envelope = { from: mail.from, to: mail.recipients, size: mail.bytes.length };
      return talk<SMTPConnection.SentMessageInfo>(connection, (done) => connection.send(envelope, stream, done));
    });
    return { outcome: afterSending(sent), isLoginRefused };
  } catch (error) {
    if (error instanceof Unsupported) return { outcome: refused(error.message), isLoginRefused };
    return { outcome: outcomeOf(error as SMTPConnection.SMTPError, hasBegun, server), isLoginRefused };
  }
}

/** For addresses with non-ASCII characters: the library sends them even to servers that do not support them. */
class Unsupported extends Error {
  constructor(address: string) {
    super(`the mail server takes no addresses such as ${address}: it does not support SMTPUTF8`);
  }
}

/** The library's list of what the server offers. */
const EXTENSIONS = '_supportedExtensions';
const withoutUtf8 = (connection: SMTPConnection) =>
  !(connection as unknown as Record<typeof EXTENSIONS, string[]>)[EXTENSIONS].includes('SMTPUTF8');

const isInternational = (address: string) => /\P{ASCII}/u.test(address);

/** Why the server could not be reached, with the setting that may be wrong. */
export function smtpFailure(error: unknown, { name, tlsSetting }: Pick<SmtpServer, 'name' | 'tlsSetting'>): string {
  const reason = connectionFailure(error, name);
  return lacksTls(error) ? `${reason}: correct the port, or ${tlsSetting}` : reason;
}

/** Signs in, and ends the connection. @throws Error when the server cannot be reached, or does not take the login */
export async function signInBySmtp(server: SmtpServer): Promise<void> {
  await withConnection(server, MOST_MS, async (connection) => {
    await talk(connection, (done) => connection.connect(done));
    await signIn(connection, server);
  });
}

/**
 * Runs `work` with a connection, and closes the connection after `mostMs`. The library's own time-outs only cover silence,
 * and a server could send a little now and then for ever.
 */
async function withConnection<T>(
  { options }: SmtpServer,
  mostMs: number,
  work: (connection: SMTPConnection) => Promise<T>,
): Promise<T> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection(options);
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    connection.close();
  }, mostMs);
  try {
    return await work(connection);
  } catch (error) {
    throw isLate ? new Error(`the mail server took longer than ${mostMs / SECOND} seconds`) : error;
  } finally {
    clearTimeout(deadline);
    connection.quit();
  }
}

async function signIn(connection: SMTPConnection, { login }: SmtpServer): Promise<void> {
  if (login) await talk(connection, (done) => connection.login(credentials(login), done));
}

/** With a token, by XOAUTH2: the library asks for it, and after a refusal once more. */
function credentials(login: NonNullable<SmtpServer['login']>): Parameters<SMTPConnection['login']>[0] {
  if (!('token' in login)) return login;
  const { user, token } = login;
  const oauth2 = {
    getToken: (_: boolean, done: (error: null, token: string) => void) => done(null, token),
    buildXOAuth2Token: (given: string) =>
      Buffer.from(`user=${user}\x01auth=Bearer ${given}\x01\x01`).toString('base64'),
  };
  return { user, oauth2 } as unknown as SMTPConnection.AuthenticationOAuth2;
}

/** A step of the dialogue with the server, as a promise; rejects with errors of the connection. */
function talk<T = unknown>(
  connection: SMTPConnection,
  step: (done: (error?: Error | null, result?: T) => void) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    connection.on('error', reject);
    connection.once('end', () => reject(new Error('the mail server closed the connection')));
    step((error, result) => (error ? reject(error) : resolve(result as T)));
  });
}

function afterSending({ rejected, rejectedErrors = [] }: SMTPConnection.SentMessageInfo): Outcome {
  if (rejected.length === 0) return { is: 'accepted', id: null };
  const said = rejectedErrors.map(({ response, message }) => response ?? message).join('; ');
  return refused(`the mail server refused ${rejected.join(', ')}: ${said}; it took the mail for the others`);
}

function outcomeOf(error: SMTPConnection.SMTPError, hasBegun: boolean, server: SmtpServer): Outcome {
  const { responseCode, response, message, code } = error;
  if (responseCode) {
    const reason = `the mail server answered ${response || message}`;
    const isPermanent = responseCode >= PERMANENT && !LOGIN_REPLIES.includes(responseCode);
    return isPermanent ? refused(reason) : later(reason);
  }
  const reason = smtpFailure(error, server);
  // Larger than the server says that it takes.
  if (code === 'EMESSAGE') return refused(reason);
  return hasBegun ? { is: 'doubtful', reason: storableReason(reason) } : later(reason);
}

const refused = (reason: string): Outcome => ({ is: 'refused', reason: storableReason(reason) });
const later = (reason: string): Outcome => ({ is: 'later', reason: storableReason(reason), afterMs: null });
