import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type Invitation = {
  name: string;
  email: string;
  accountName: string;
  /** Who added the agent; null = not known. */
  inviterName: string | null;
  /** Where the server is. */
  serverUrl: string;
};

/** Tells somebody who works in other accounts that they were made an agent of one more. */
export async function invitationMail(invitation: Invitation): Promise<Mail> {
  return { to: [invitation.email], ...(await render('invitation', invitation)) };
}
