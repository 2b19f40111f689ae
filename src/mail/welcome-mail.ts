import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type Welcome = {
  name: string;
  email: string;
  accountName: string;
  /** Who added the new agent; null = nobody is known. */
  inviterName: string | null;
  /** Where the server is. */
  serverUrl: string;
  /** Where the new agent chooses a password. */
  passwordUrl: string;
  /** Until when that works, as people read it. */
  passwordUntil: string;
};

/** Greets somebody who was made an agent, and lets them choose a password. */
export async function welcomeMail(welcome: Welcome): Promise<Mail> {
  return { to: [welcome.email], ...(await render('welcome', welcome)) };
}
