import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type EmailChange = {
  name: string;
  formerEmail: string;
  email: string;
  /** The URL of the server. */
  serverUrl: string;
};

/** The mail that tells a user's former address about the new one, in case somebody else changed it. */
export async function emailChangedMail(change: EmailChange): Promise<Mail> {
  return { to: [change.formerEmail], ...(await render('email-changed', change)) };
}
