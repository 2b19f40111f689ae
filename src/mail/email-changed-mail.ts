import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type EmailChange = {
  name: string;
  formerEmail: string;
  email: string;
  /** Where the server is. */
  serverUrl: string;
};

/** Tells the former address of a user that they have another one now: somebody else may have changed it. */
export async function emailChangedMail(change: EmailChange): Promise<Mail> {
  return { to: [change.formerEmail], ...(await render('email-changed', change)) };
}
