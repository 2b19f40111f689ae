import { storable } from '../../../fields/storable.ts';
import { type Bounce, bounceIn } from './bounce.ts';
import { contentOf } from './content-of.ts';
import { filesOf, type MailFile } from './mail-files.ts';
import { isBlank, safeHtml } from './mail-html.ts';
import { parseMail } from './mime/parse-mail.ts';
import { mailInMemory } from './raw-mail.ts';
import { shallow } from './shallow.ts';
import { type AboutMail, aboutMail } from './quotes/find-quote.ts';
import { htmlWithoutQuote } from './quotes/html-quotes.ts';
import { withoutQuote } from './quotes/text-quotes.ts';
import { type WholeHead, wholeHead } from './whole-head.ts';
import { withoutWinmail } from './winmail.ts';

/** What a mail says; the HTML is safe to show. */
export type ReadMail<File = MailFile> = WholeHead & {
  /** The words of the mail without its quotation; '' = nothing. */
  content: string;
  text: MailText | null;
  html: MailText | null;
  files: File[];
  /** Whether the mail is a reaction to another mail. */
  isReaction: boolean;
  /** The undelivered mails that a bounce reports; null = not a bounce. */
  bounce: Bounce | null;
};

/** A text, and its own part without the quotation. */
export type MailText = { full: string; own: string };

/** Characters of each text that are kept. */
const TEXT_LENGTH = 150_000;
/** Characters of the HTML that are read: making more of it safe would take seconds in which nothing else is done. */
const HTML_LENGTH = 1_000_000;

/** Reads a raw mail as far as possible. @throws Error when the bytes are not a mail */
export async function readMail(bytes: Uint8Array): Promise<ReadMail> {
  const parsed = await parseMail(bytes);
  if (parsed.headers.length === 0) throw new Error('it has no headers');
  const mail = withoutWinmail(parsed);
  const head = await wholeHead(mail, mailInMemory(bytes));
  const bounce = bounceIn(mail);
  return {
    ...head,
    ...(await textsIn(mail, aboutMail(mail.subject, head.isAnswer))),
    files: filesOf(mail, mail.html ?? ''),
    isAutomatic: bounce !== null || head.isAutomatic,
    isAutomaticAnswer: bounce === null && head.isAutomaticAnswer,
    isReaction: mail.isReaction && head.inReplyTo !== null,
    bounce,
  };
}

type Given = { text: string | null; html: string | null };

async function textsIn(given: Given, about: AboutMail): Promise<Pick<ReadMail, 'content' | 'text' | 'html'>> {
  const text = given.text?.trim()
    ? withoutQuote(storable(given.text.replaceAll('\r\n', '\n'), TEXT_LENGTH), about)
    : null;
  const html = given.html?.trim() ? await htmlIn(given.html, about) : null;
  const content = storable(await contentOf(text, html), TEXT_LENGTH);
  return {
    content,
    text: text && { full: text.full, own: text.own },
    html: html && { full: html.full, own: html.own },
  };
}

async function htmlIn(all: string, about: AboutMail) {
  const given = shallow(all.slice(0, HTML_LENGTH));
  const full = await safeHtml(given);
  const { own: cut, lines, isBetween } = await htmlWithoutQuote(given, about);
  const own = cut === null ? full : await safeHtml(cut);
  const isWhole = cut === null || isBlank(own);
  return {
    full: storable(full, TEXT_LENGTH),
    own: storable(isWhole ? full : own, TEXT_LENGTH),
    isCut: !isWhole,
    isBetween,
    lines,
  };
}
