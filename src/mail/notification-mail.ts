import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type NotificationText = {
  email: string;
  name: string;
  accountName: string;
  /** What has happened, in one line. */
  title: string;
  /** What was written, after its author's name; empty = nothing. */
  body: string;
  /** Where the conversation is. */
  conversationUrl: string;
};

/** The mail that tells a member of what they were notified. */
export async function notificationMail({ email, ...text }: NotificationText): Promise<Mail> {
  return { to: [email], ...(await render('notification', text)) };
}
