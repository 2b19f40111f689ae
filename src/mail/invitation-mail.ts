import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type Invitation = {
  name: string;
  email: string;
  accountName: string;
  /** The name of the user who added the agent; null = unknown. */
  inviterName: string | null;
  /** The URL of the server. */
  serverUrl: string;
};

/** Tells a user with other accounts that they were added to this one as an agent. */
export async function invitationMail(invitation: Invitation): Promise<Mail> {
  return { to: [invitation.email], ...(await render('invitation', invitation)) };
}
