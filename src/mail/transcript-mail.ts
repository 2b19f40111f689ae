import type { Mail } from './mail.ts';
import { render } from './render.ts';

/** One message as a transcript shows it. */
export type TranscriptLine = {
  /** The name of the sender. */
  author: string;
  /** The time as text for people. */
  at: string;
  content: string;
  attachments: { name: string; url: string }[];
};

/** The public messages of a conversation, oldest first. */
export type Transcript = {
  contactId: number;
  /** The conversation's number in its account. */
  displayId: number;
  accountName: string;
  inboxName: string;
  contactName: string;
  lines: TranscriptLine[];
  /** How many older messages are omitted. */
  leftOut: number;
};

/** The mail with the transcript, to `email`. */
export async function transcriptMail(email: string, { contactId, ...transcript }: Transcript): Promise<Mail> {
  return { to: [email], ...(await render('transcript', transcript)), contactId };
}
