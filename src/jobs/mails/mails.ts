import { jobMailId } from '../../mail/mail.ts';
import type { App } from '../../app.ts';
import { CONTINUING } from '../../conversations/continuity/plan-continuity.ts';
import type { Attributes } from '../../entities/columns.ts';
import { addressCode } from './address-code.ts';
import { answerRefused } from './answer-refused.ts';
import { backupFailed } from './backup-failed.ts';
import { conversationTranscript } from './conversation-transcript.ts';
import { emailChanged } from './email-changed.ts';
import { exportReady } from './export-ready.ts';
import type { JobHandler, JobUnderWay } from '../queue/handler.ts';
import { importFinished } from './import-finished.ts';
import { invitation } from './invitation.ts';
import { loginRefused } from './login-refused.ts';
import type { MailWriter } from './mail-writer.ts';
import { mfaChanged } from './mfa-changed.ts';
import { nameMoved } from './name-moved.ts';
import { notificationMail } from './notification-mail.ts';
import { portalInstructions } from './portal-instructions.ts';
import { reauthorizationRequired } from './reauthorization-required.ts';
import { resetPassword } from './reset-password.ts';
import { teamMessage } from './team-message.ts';
import { webhookDisabled } from './webhook-disabled.ts';
import { welcomeAgain } from './welcome-again.ts';
import { welcome } from './welcome.ts';

/** The kinds of jobs that are mails. */
const mails = {
  address_code: addressCode,
  answer_refused: answerRefused,
  backup_failed: backupFailed,
  conversation_transcript: conversationTranscript,
  email_changed: emailChanged,
  export_ready: exportReady,
  import_finished: importFinished,
  invitation,
  login_refused: loginRefused,
  mfa_changed: mfaChanged,
  name_moved: nameMoved,
  notification_mail: notificationMail,
  portal_instructions: portalInstructions,
  reauthorization_required: reauthorizationRequired,
  reset_password: resetPassword,
  team_message: teamMessage,
  webhook_disabled: webhookDisabled,
  welcome,
  welcome_again: welcomeAgain,
} as const satisfies Record<string, MailWriter>;

/** Whether jobs of this kind are mails: the pause before their first retry is a setting. */
export function isMail(kind: string): boolean {
  return Object.hasOwn(mails, kind) || kind === CONTINUING;
}

/** The handler for each kind of mail: it writes the mail and sends it, unless none is needed any more. */
export const mailKinds: Record<string, JobHandler> = Object.fromEntries(
  Object.entries(mails).map(([kind, write]) => [kind, (app, payload, job) => sendMail(app, write, payload, job)]),
);

async function sendMail(app: App, write: MailWriter, payload: Attributes, job: JobUnderWay): Promise<void> {
  const mail = await write(app, payload, job);
  if (mail === null || mail.to.length === 0) return;
  await app.mailer.send(mail, jobMailId(job), job.accountId);
}
