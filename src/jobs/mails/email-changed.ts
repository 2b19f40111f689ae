import { object, string } from 'yup';
import { emailChangedMail } from '../../mail/email-changed-mail.ts';
import type { MailWriter } from './mail-writer.ts';

const payloadOf = object({
  name: string().required(),
  former_email: string().required(),
  email: string().required(),
});

/** The mail that tells a user's former address about the new one (resources/profile/change-email.ts). */
export const emailChanged: MailWriter = (app, payload) => {
  const { name, former_email: formerEmail, email } = payloadOf.validateSync(payload);
  return emailChangedMail({ name, formerEmail, email, serverUrl: app.installation.publicUrl });
};
