import { object, string } from 'yup';
import { resetPasswordMail } from '../../mail/reset-password-mail.ts';
import { findPasswordHolder } from '../../resources/auth/password-holders.ts';
import { passwordLink } from '../../resources/auth/password-link.ts';
import { DAY } from '../../time.ts';
import type { MailWriter } from './mail-writer.ts';

const payloadOf = object({ email: string().required() });

/** How long the link works. */
const LIFETIME_MS = DAY;

/**
 * The mail with which a user can choose another password (resources/auth/request-password.ts); null when no user has
 * the address.
 */
export const resetPassword: MailWriter = async (app, payload) => {
  const { email } = payloadOf.validateSync(payload);
  const tx = app.tx();
  const user = await findPasswordHolder(tx, { email });
  if (!user) return null;
  const link = passwordLink(tx, user, LIFETIME_MS, app.now());
  return resetPasswordMail({
    name: user.name,
    email,
    serverUrl: app.installation.publicUrl,
    passwordUrl: link.url,
    passwordUntil: link.until,
  });
};
