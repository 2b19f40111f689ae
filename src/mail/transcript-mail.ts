import type { Mail } from './mail.ts';
import { render } from './render.ts';

/** One message as a transcript shows it. */
export type TranscriptLine = {
  /** Who said it. */
  author: string;
  /** When, as people read it. */
  at: string;
  content: string;
  attachments: { name: string; url: string }[];
};

/** What was said in a conversation. */
export type Transcript = {
  /** The number by which the team knows the conversation. */
  conversationId: number;
  accountName: string;
  inboxName: string;
  contactName: string;
  lines: TranscriptLine[];
  /** How many older messages are left out; 0 = none. */
  leftOut: number;
};

/** The transcript for whoever asked for it to be sent to `email`. */
export async function transcriptMail(email: string, transcript: Transcript): Promise<Mail> {
  return { to: [email], ...(await render('transcript', transcript)) };
}
