import { conversationOf } from '../answer-addresses.ts';
import { isAutomatic, isAutomaticAnswer } from './machine-mail.ts';
import type { ParsedHead } from './mime/parsed-mail.ts';
import type { RawMail } from './raw-mail.ts';
import { headOf, line, type ReadHead } from './read-head.ts';

/** All that a head says. */
export type WholeHead = ReadHead & {
  subject: string;
  /** When it was written, as it says; null = it does not say it in a way that can be read. */
  date: Date | null;
  contentType: string;
  /** Whether the mail refers to an earlier mail. */
  isAnswer: boolean;
  /** Whether a program sent it. */
  isAutomatic: boolean;
  /** Whether that program has answered while somebody is away. */
  isAutomaticAnswer: boolean;
};

/** Reads the head of a mail, which has been parsed. */
export async function wholeHead(mail: ParsedHead, raw: RawMail): Promise<WholeHead> {
  const head = await headOf(mail, raw);
  const isAnswer =
    head.inReplyTo !== null || head.references.length > 0 || head.recipients.some((to) => conversationOf(to) !== null);
  return {
    ...head,
    subject: line(mail.subject),
    date: dateIn(mail.header('date')),
    contentType: line(mail.header('content-type').split(';')[0] ?? '').toLowerCase() || 'text/plain',
    isAnswer,
    isAutomatic: isAutomatic(mail),
    isAutomaticAnswer: isAutomaticAnswer(mail, isAnswer),
  };
}

function dateIn(given: string): Date | null {
  const date = new Date(given);
  return Number.isNaN(date.getTime()) ? null : date;
}
