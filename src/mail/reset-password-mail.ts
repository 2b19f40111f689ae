import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type PasswordReset = {
  name: string;
  email: string;
  /** The URL of the server. */
  serverUrl: string;
  /** The link for choosing another password. */
  passwordUrl: string;
  /** Until when the link works, as text for people. */
  passwordUntil: string;
};

/** The mail that gives a user who has forgotten the password a link to choose another. */
export async function resetPasswordMail(reset: PasswordReset): Promise<Mail> {
  return { to: [reset.email], ...(await render('reset-password', reset)) };
}
