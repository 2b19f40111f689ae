import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type Welcome = {
  name: string;
  email: string;
  accountName: string;
  /** The name of the user who added the agent; null = unknown. */
  inviterName: string | null;
  isAdministrator: boolean;
  /** Whether they are in no inbox of the account yet, and see no conversation. */
  seesNoInbox: boolean;
  /** The URL of the server. */
  serverUrl: string;
  /** The link for choosing a password. */
  passwordUrl: string;
  /** Until when the link works, as text for people. */
  passwordUntil: string;
};

/** The mail that welcomes a new agent, with a link to choose a password. */
export async function welcomeMail(welcome: Welcome): Promise<Mail> {
  return { to: [welcome.email], ...(await render('welcome', welcome)) };
}
