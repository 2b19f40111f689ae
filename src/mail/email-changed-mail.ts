import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type EmailChange = {
  name: string;
  formerEmail: string;
  email: string;
  /** Where the server is. */
  serverUrl: string;
};

/** Tells the former address that its owner's user has another one: it may not have been them. */
export async function emailChangedMail(change: EmailChange): Promise<Mail> {
  return { to: [change.formerEmail], ...(await render('email-changed', change)) };
}
