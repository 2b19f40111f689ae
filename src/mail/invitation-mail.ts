import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type Invitation = {
  name: string;
  email: string;
  accountName: string;
  /** The name of the user who added the agent; null = unknown. */
  inviterName: string | null;
  isAdministrator: boolean;
  /**
   * The link for choosing a password and until when it works, as text for people, which somebody needs whose address is not proved; null =
   * they sign in as before.
   */
  password: { url: string; until: string } | null;
  /** Whether they are in no inbox of the account yet, and see no conversation. */
  seesNoInbox: boolean;
  /** The URL of the server. */
  serverUrl: string;
};

/** The mail that tells an existing user that they were made a member of the account. */
export async function invitationMail(invitation: Invitation): Promise<Mail> {
  return { to: [invitation.email], ...(await render('invitation', invitation)) };
}
