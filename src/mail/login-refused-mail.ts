import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type RefusedLoginMail = {
  accountName: string;
  inboxName: string;
  /** The mail server, and the name with which it was signed in to. */
  server: string;
  login: string;
  /** Why, in the server's words. */
  reason: string;
  /** The request with which the password is changed. */
  request: string;
};

/** The mail that asks the administrators to change the login of an inbox whose mail can no longer be fetched. */
export async function loginRefusedMail(to: string[], refused: RefusedLoginMail): Promise<Mail> {
  return { to, ...(await render('login-refused', refused)) };
}
