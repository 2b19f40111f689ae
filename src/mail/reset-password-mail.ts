import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type PasswordReset = {
  name: string;
  email: string;
  /** Where the server is. */
  serverUrl: string;
  /** Where another password is chosen. */
  passwordUrl: string;
  /** Until when that works, as people read it. */
  passwordUntil: string;
};

/** Lets somebody who has forgotten the password choose another. */
export async function resetPasswordMail(reset: PasswordReset): Promise<Mail> {
  return { to: [reset.email], ...(await render('reset-password', reset)) };
}
