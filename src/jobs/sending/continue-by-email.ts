import { hostname } from 'node:os';
import { object } from 'yup';
import type { App } from '../../app.ts';
import type { SmtpMail } from '../../channels/email/send-by-smtp.ts';
import type { SmtpServer } from '../../channels/email/smtp-server.ts';
import type { Outcome } from '../../channels/transport.ts';
import { type Begun, beginContinuity, noteUnderWay } from '../../conversations/continuity/begin-continuity.ts';
import { composeContinuity } from '../../conversations/continuity/compose-continuity.ts';
import {
  endContinuity,
  type MailEnd,
  postponeContinuity,
  type UnderWay,
} from '../../conversations/continuity/end-continuity.ts';
import { faultOf } from '../../db/faults.ts';
import { integer } from '../../fields.ts';
import { MINUTE } from '../../time.ts';
import { MAX_ATTEMPTS } from '../queue/finish-job.ts';
import type { JobHandler, JobUnderWay } from '../queue/handler.ts';
import { persist } from '../queue/persist.ts';
import { Postponed } from '../queue/postponed.ts';
import { notSentBecause } from './reason-of-error.ts';

const payloadOf = object({ conversation_id: integer().required(), first_message_id: integer().required() });
/** After how long it is looked again whether somebody has left. */
const ONLINE_PAUSE_MS = 2 * MINUTE;
const DOUBT = 'it is not known whether the mail server took the mail, and it is not sent again';

/**
 * Mails a contact who has left what they have not seen of a conversation, in one mail. That it is under way is stored before it
 * is sent: after the end of a process, nothing is sent again that may have arrived.
 * @throws Postponed while the contact is online, or when the mail server does not take it now; what keeps the server from
 *   sending it, unless it is the last attempt
 */
export const continueByEmail: JobHandler = async (app, payload, job) => {
  const { conversation_id: conversationId, first_message_id: firstMessageId } = payloadOf.validateSync(payload);
  const beginning = await beginContinuity(app.tx(), { ...job, conversationId, firstMessageId }, app.now());
  if (beginning.is === 'over') return;
  if (beginning.is === 'online') throw new Postponed('the contact is online', ONLINE_PAUSE_MS);
  const { begun } = beginning;
  const underWay = { conversation: begun.conversation, messageIds: begun.messages.map(({ id }) => id), jobId: job.id };
  try {
    await send(app, begun, underWay, job);
  } catch (error) {
    await giveUpAtLast(app, underWay, error, job);
  }
};

async function send(app: App, begun: Begun, underWay: UnderWay, job: JobUnderWay): Promise<void> {
  const mail = await compose(app, begun);
  if ('missing' in mail) {
    return end(app, job, underWay, { messageId: null, error: `the file ${mail.missing} cannot be read` });
  }
  const isWhole = await noteUnderWay(app.tx(), begun, app.now());
  // It is asked again at once what is left to be mailed.
  if (!isWhole) throw new Postponed('a message has changed meanwhile', 0);

  const { sendBySmtp } = await import('../../channels/email/send-by-smtp.ts');
  const { outcome } = await sendBySmtp(mail.server, mail);
  if (outcome.is === 'later' && job.attemptsCount + 1 < MAX_ATTEMPTS) {
    await keep(app, job, () => postponeContinuity(app.tx(), underWay, outcome.reason));
    throw new Postponed(outcome.reason, null);
  }
  return end(app, job, underWay, endOf(outcome, mail.messageId));
}

/** No job comes after the last attempt: what still waited for a mail would wait for ever. */
async function giveUpAtLast(app: App, underWay: UnderWay, error: unknown, job: JobUnderWay): Promise<void> {
  const isLast = job.attemptsCount + 1 >= MAX_ATTEMPTS;
  if (error instanceof Postponed || faultOf(error) !== null || job.signal.aborted || !isLast) throw error;
  app.log.error({ err: error, job: job.id, messages: underWay.messageIds }, 'a mail could not be sent');
  return end(app, job, underWay, { messageId: null, error: notSentBecause(error) });
}

/** The mail, and the server that takes it; `missing` is a file that cannot be read. */
async function compose(
  app: App,
  begun: Begun,
): Promise<(SmtpMail & { messageId: string; server: SmtpServer }) | { missing: string }> {
  const [{ composeMail }, { ofInstallation }] = await Promise.all([
    import('../../channels/email/compose-mail.ts'),
    import('../../channels/email/smtp-server.ts'),
  ]);
  const server = await ofInstallation(app.config.mail);
  const message = await composeContinuity(app.tx(), begun, app.config.data_dir);
  const mail = await composeMail(message, server.from ?? `parley@${hostname()}`);
  return 'missing' in mail ? mail : { ...mail, server };
}

function endOf(outcome: Outcome, messageId: string): MailEnd {
  if (outcome.is === 'accepted') return { messageId, error: null };
  return { messageId: null, error: outcome.is === 'doubtful' ? `${outcome.reason}; ${DOUBT}` : outcome.reason };
}

function end(app: App, job: JobUnderWay, underWay: UnderWay, result: MailEnd): Promise<void> {
  return keep(app, job, () => endContinuity(app.tx(), underWay, result, app.now()));
}

/** Stores what cannot be found out again, also while the database has a fault. */
function keep<T>(app: App, { signal }: JobUnderWay, work: () => Promise<T>): Promise<T> {
  return persist(app.log, 'cannot write down how a mail was sent yet', work, () => !signal.aborted);
}
