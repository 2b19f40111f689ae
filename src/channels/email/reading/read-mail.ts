import { storable } from '../../../fields/storable.ts';
import { conversationOf } from '../answer-addresses.ts';
import { type Bounce, bounceIn } from './bounce.ts';
import { filesOf, type MailFile } from './mail-files.ts';
import { cutHtml, isBlank, safeHtml, textOfHtml } from './mail-html.ts';
import { shallow } from './shallow.ts';
import { isAutomatic, isAutomaticAnswer } from './machine-mail.ts';
import { isForwarded, withoutQuote } from './quotes.ts';
import { headOf, line, type ReadHead } from './read-head.ts';
import { withoutWinmail } from './winmail.ts';

/** What a mail says; the HTML is safe to show. */
export type ReadMail = ReadHead & {
  subject: string;
  /** When it was written, as it says; null = it does not say it in a way that can be read. */
  date: Date | null;
  contentType: string;
  /** What it says without what it quotes; '' = nothing. */
  content: string;
  text: MailText | null;
  html: MailText | null;
  files: MailFile[];
  /** Whether a program sent it. */
  isAutomatic: boolean;
  /** Whether that program has answered while somebody is away. */
  isAutomaticAnswer: boolean;
  /** Which mails did not arrive, if it says that; null = it does not. */
  bounce: Bounce | null;
};

/** A text, and what is left of it without its quotation. */
export type MailText = { full: string; own: string };

/** Characters of each text that are kept. */
const TEXT_LENGTH = 150_000;
/** Characters of the HTML that are read: making more of it safe would take seconds in which nothing else is done. */
const HTML_LENGTH = 1_000_000;

/** Reads a raw mail, as far as it can be read. @throws Error when it is no mail */
export async function readMail(bytes: Uint8Array): Promise<ReadMail> {
  const { default: PostalMime } = await import('postal-mime');
  // Mails inside of a mail are files, not a part of its text.
  const parsed = await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 50 });
  const email = withoutWinmail(parsed);
  if (email.headers.length === 0) throw new Error('it has no headers');
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value ?? '';

  const isForward = isForwarded(email.subject ?? '');
  const text = email.text?.trim() ? textIn(email.text, isForward) : null;
  const html = email.html?.trim() ? await htmlIn(email.html, isForward) : null;
  const bounce = bounceIn(email, header);
  const head = headOf(email, bytes);
  const isAnswer =
    head.inReplyTo !== null || head.references.length > 0 || head.recipients.some((to) => conversationOf(to) !== null);
  return {
    ...head,
    subject: line(email.subject ?? ''),
    date: dateIn(email.date),
    contentType: line(header('content-type').split(';')[0] ?? '').toLowerCase() || 'text/plain',
    content: text?.own ?? (html ? storable(await textOfHtml(html.own), TEXT_LENGTH) : ''),
    text,
    html,
    files: filesOf(email, email.html ?? ''),
    isAutomatic: bounce !== null || isAutomatic(email, header),
    isAutomaticAnswer: bounce === null && isAutomaticAnswer(email, header, isAnswer),
    bounce,
  };
}

function textIn(given: string, isForward: boolean): MailText {
  const full = storable(given.replaceAll('\r\n', '\n').trim(), TEXT_LENGTH);
  return { full, own: isForward ? full : withoutQuote(full) };
}

async function htmlIn(all: string, isForward: boolean): Promise<MailText> {
  const given = shallow(all.slice(0, HTML_LENGTH));
  const full = await safeHtml(given);
  const cut = isForward ? null : await cutHtml(given);
  const own = cut === null ? full : await safeHtml(cut);
  return { full: storable(full, TEXT_LENGTH), own: storable(isBlank(own) ? full : own, TEXT_LENGTH) };
}

function dateIn(given: string | undefined): Date | null {
  const date = new Date(given ?? '');
  return Number.isNaN(date.getTime()) ? null : date;
}
