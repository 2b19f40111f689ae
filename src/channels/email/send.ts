import type { Means, Outcome, OutgoingMessage, Transport } from '../transport.ts';
import { composeMail } from './compose-mail.ts';
import { sendBySmtp } from './send-by-smtp.ts';
import { type SmtpServer, smtpServerOf } from './smtp-server.ts';

/**
 * Sends by SMTP: through the inbox's server, or the installation's where the inbox has none. The Message-ID is always the
 * same for a message, but few receivers show a mail once that arrives twice.
 */
export const emailTransport: Transport = {
  provider: 'the mail server',
  isRepeatable: false,
  partsOf: (message) => [(means) => sendMail(message, means)],
};

async function sendMail(message: OutgoingMessage, means: Means): Promise<Outcome> {
  const first = await attempt(message, means);
  const { token, isLoginRefused } = first;
  if (!isLoginRefused || token === null) return first.outcome;
  // It may have been ended at the provider before its time.
  await means.tokens.refuse(token);
  const next = await means.tokens.current();
  if (next.is === 'token' && next.token === token) return first.outcome;
  return (await attempt(message, means)).outcome;
}

/** `token`: the one that was used; null = none was. */
type Attempt = { outcome: Outcome; token: string | null; isLoginRefused: boolean };

async function attempt(message: OutgoingMessage, means: Means): Promise<Attempt> {
  const without = (outcome: Outcome): Attempt => ({ outcome, token: null, isLoginRefused: false });
  let server: SmtpServer;
  try {
    server = await smtpServerOf(means);
  } catch (error) {
    // A name that cannot be looked up, or that leads to a private place, until somebody changes it; or no token.
    return without({ is: 'later', reason: (error as Error).message, afterMs: null });
  }
  const composed = await composeMail(message, server.from);
  if ('missing' in composed) return without({ is: 'refused', reason: `the file ${composed.missing} cannot be read` });
  const { outcome, isLoginRefused } = await sendBySmtp(server, composed);
  const token = server.login && 'token' in server.login ? server.login.token : null;
  // Not the login of the installation, and a token is renewed.
  const isOfInbox = isLoginRefused && token === null && means.channel.settings['smtp_enabled'] === true;
  return { outcome: told(outcome, composed.messageId, isOfInbox), token, isLoginRefused };
}

/** The outcome with the Message-ID, or with the login as its reason where the server of the inbox refused that. */
function told(outcome: Outcome, messageId: string, isLoginOfInbox: boolean): Outcome {
  if (outcome.is === 'accepted') return { is: 'accepted', id: messageId };
  return isLoginOfInbox && outcome.is === 'later' ? { ...outcome, because: 'login' } : outcome;
}
