import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type RefusedLogin = {
  accountName: string;
  inboxName: string;
  /** Why, in the provider's words. */
  reason: string;
  /** The URL of the request that saves the settings of the inbox. */
  inboxAddress: string;
};

/** The mail that tells the administrators that a provider refuses the login of an inbox. */
export async function loginRefusedMail(to: string[], refused: RefusedLogin): Promise<Mail> {
  return { to, ...(await render('login-refused', refused)) };
}
