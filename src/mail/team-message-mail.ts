import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type TeamMessage = { displayId: number; inboxName: string; contactName: string; message: string };

/** The mail that tells the members of teams something about a conversation. */
export async function teamMessageMail(to: string[], about: TeamMessage): Promise<Mail> {
  return { to, ...(await render('team-message', about)) };
}
