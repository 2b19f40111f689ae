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
  let server: SmtpServer;
  try {
    server = await smtpServerOf(means);
  } catch (error) {
    // A name that cannot be looked up, or that leads to a private place, until somebody changes it.
    return { is: 'later', reason: (error as Error).message, afterMs: null };
  }
  const composed = await composeMail(message, server.from);
  if ('missing' in composed) return { is: 'refused', reason: `the file ${composed.missing} cannot be read` };
  const outcome = await sendBySmtp(server, composed);
  return outcome.is === 'accepted' ? { is: 'accepted', id: composed.messageId } : outcome;
}
