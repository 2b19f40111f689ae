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
  /** Why the member is told of it, to go on after "because". */
  reason: string;
  /** The line above which the member answers, and the address for that; '' and null = they cannot. */
  answerAbove: string;
  replyTo: string | null;
};

/** The mail about a notification of a member. */
export async function notificationMail({ email, replyTo, ...text }: NotificationText): Promise<Mail> {
  return {
    to: [email],
    ...(replyTo !== null && { replyTo }),
    ...(await render('notification', text)),
  };
}
