import { boolean, object, string } from 'yup';
import { mfaChangedMail } from '../../mail/mfa-changed-mail.ts';
import type { MailWriter } from './mail-writer.ts';

const payloadOf = object({
  name: string().required(),
  email: string().required(),
  is_on: boolean().required(),
});

/** The mail that tells a user that MFA was switched on or off (resources/mfa/tell-mfa-changed.ts). */
export const mfaChanged: MailWriter = (app, payload) => {
  const { name, email, is_on: isOn } = payloadOf.validateSync(payload);
  return mfaChangedMail({ name, email, isOn, serverUrl: app.installation.publicUrl });
};
