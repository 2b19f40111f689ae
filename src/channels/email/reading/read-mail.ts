import { hash } from 'node:crypto';
import type { Address, Email } from 'postal-mime';
import { storable } from '../../../fields/storable.ts';
import { type Bounce, bounceIn } from './bounce.ts';
import { filesOf, type MailFile } from './mail-files.ts';
import { cutHtml, safeHtml, textOfHtml } from './mail-html.ts';
import { isAutomatic } from './machine-mail.ts';
import { isForwarded, withoutQuote } from './quotes.ts';

/** What a mail says. Ids are without angle brackets, addresses in lower case; the HTML is safe to show. */
export type ReadMail = {
  /** Made of the whole mail where it has none. */
  messageId: string;
  inReplyTo: string | null;
  /** From the oldest to the newest. */
  references: string[];
  /** Who is answered; null = there is no address. */
  sender: MailAddress | null;
  from: string[];
  to: string[];
  cc: string[];
  bcc: string[];
  /** The addresses that mail servers have noted in its head on its way; [] = none has. */
  envelope: string[];
  /** All addresses by which it may have come here, the surest first. */
  recipients: string[];
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
  /** Which mails did not arrive, if it says that; null = it does not. */
  bounce: Bounce | null;
};

export type MailAddress = { name: string; address: string };

/** A text, and what is left of it without its quotation. */
export type MailText = { full: string; own: string };

/** Characters of each text, and of a line of the head, that are kept. */
const TEXT_LENGTH = 150_000;
const LINE_LENGTH = 1000;
/** Characters of the HTML that are read: making more of it safe would take seconds in which nothing else is done. */
const HTML_LENGTH = 1_000_000;
const MOST_ADDRESSES = 200;
/** Bytes in which the addresses are looked for of a mail that cannot be read. */
const HEAD_BYTES = 100_000;
const MOST_REFERENCES = 100;
/** Bounded, because a search for a part of any length takes minutes in a long line without an at sign. */
const ADDRESSES = /[^\s<>,;"@]{1,64}@[^\s<>,;"@]{1,255}/g;

/** Reads a raw mail, as far as it can be read. @throws Error when it is no mail */
export async function readMail(bytes: Uint8Array): Promise<ReadMail> {
  const { default: PostalMime } = await import('postal-mime');
  // Mails inside of a mail are files, not a part of its text.
  const email = await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 50 });
  if (email.headers.length === 0) throw new Error('it has no headers');
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value ?? '';

  const isForward = isForwarded(email.subject ?? '');
  const text = email.text?.trim() ? textIn(email.text, isForward) : null;
  const html = email.html?.trim() ? await htmlIn(email.html, isForward) : null;
  const bounce = bounceIn(email, header);
  return {
    messageId: idsIn(email.messageId)[0] ?? `${hash('sha256', bytes).slice(0, 40)}@without-message-id`,
    inReplyTo: idsIn(email.inReplyTo)[0] ?? null,
    references: idsIn(email.references).slice(-MOST_REFERENCES),
    sender: senderOf(email, header),
    from: addressesIn(email.from ? [email.from] : []),
    to: addressesIn(email.to),
    cc: addressesIn(email.cc),
    bcc: addressesIn(email.bcc),
    envelope: envelopeIn(email.headers),
    recipients: recipientsOf(email),
    subject: line(email.subject ?? ''),
    date: dateIn(email.date),
    contentType: line(header('content-type').split(';')[0] ?? '').toLowerCase() || 'text/plain',
    content: text?.own ?? (html ? storable(await textOfHtml(html.own), TEXT_LENGTH) : ''),
    text,
    html,
    files: filesOf(email, email.html ?? ''),
    isAutomatic: bounce !== null || isAutomatic(email, header),
    bounce,
  };
}

function textIn(given: string, isForward: boolean): MailText {
  const full = storable(given.replaceAll('\r\n', '\n').trim(), TEXT_LENGTH);
  return { full, own: isForward ? full : withoutQuote(full) };
}

async function htmlIn(all: string, isForward: boolean): Promise<MailText> {
  const given = all.slice(0, HTML_LENGTH);
  const full = await safeHtml(given);
  const own = isForward ? full : await safeHtml(await cutHtml(given));
  const isEmpty = (await textOfHtml(own)).trim() === '' && !own.includes('<img');
  return { full: storable(full, TEXT_LENGTH), own: storable(isEmpty ? full : own, TEXT_LENGTH) };
}

function senderOf({ replyTo, from, sender }: Email, header: (name: string) => string): MailAddress | null {
  const [original] = line(header('x-original-sender')).match(ADDRESSES) ?? [];
  const candidates: MailAddress[] = [
    ...flat(replyTo ?? []),
    // A mailing list that writes in the name of its members.
    ...(original ? [{ name: from?.name ?? '', address: original.toLowerCase() }] : []),
    ...flat(from ? [from] : []),
    ...flat(sender ? [sender] : []),
  ];
  const [first] = candidates;
  if (!first) return null;
  const own = flat(from ? [from] : []).find(({ address }) => address === first.address);
  return { address: first.address, name: first.name || own?.name || line(from?.name ?? '') };
}

function recipientsOf({ headers, to, cc, bcc }: Email): string[] {
  return [...new Set([...envelopeIn(headers), ...addressesIn(to), ...addressesIn(cc), ...addressesIn(bcc)])];
}

type Headers = readonly { key: string; value: string }[];

function envelopeIn(headers: Headers): string[] {
  const named = addressesOf(headers, ['x-envelope-to']);
  return named.length > 0
    ? named
    : addressesOf(headers, ['x-original-to', 'envelope-to', 'delivered-to', 'x-forwarded-to']);
}

function addressesOf(headers: Headers, names: readonly string[]): string[] {
  const all = headers
    .filter(({ key }) => names.includes(key))
    .flatMap(({ value }) => line(value).match(ADDRESSES) ?? [])
    .map((address) => address.toLowerCase());
  return [...new Set(all)].slice(0, MOST_ADDRESSES);
}

/** The addresses for which a mail is that cannot be read otherwise, by the lines at its beginning. */
export function recipientsInHead(bytes: Uint8Array): string[] {
  const [head = ''] = Buffer.from(bytes.subarray(0, HEAD_BYTES))
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1);
  const headers = head
    .replaceAll(/\r?\n[ \t]/g, ' ')
    .split(/\r?\n/)
    .filter((header) => header.includes(':'))
    .map((header) => {
      const end = header.indexOf(':');
      return { key: header.slice(0, end).trim().toLowerCase(), value: header.slice(end + 1) };
    });
  const envelope = envelopeIn(headers);
  return envelope.length > 0 ? envelope : addressesOf(headers, ['to', 'cc', 'bcc']);
}

const addressesIn = (given: Address[] | undefined) =>
  [...new Set(flat(given ?? []).map(({ address }) => address))].slice(0, MOST_ADDRESSES);

/** The addresses, also those of groups; what is none is left out. */
function flat(given: readonly Address[]): MailAddress[] {
  return given
    .flatMap((one) => one.group ?? [one])
    .map(({ name, address }) => ({ name: line(name ?? ''), address: line(address ?? '').toLowerCase() }))
    .filter(({ address }) => /^[^@\s,;<>"]+@[^@\s,;<>"]+$/.test(address));
}

function idsIn(given: string | undefined): string[] {
  const inBrackets = [...(given ?? '').matchAll(/<([^<>\s]+)>/g)].map(([, id = '']) => id);
  const all = inBrackets.length > 0 ? inBrackets : (given ?? '').split(/\s+/).filter((id) => id.includes('@'));
  return [...new Set(all.map(line))].filter((id) => id !== '');
}

function dateIn(given: string | undefined): Date | null {
  const date = new Date(given ?? '');
  return Number.isNaN(date.getTime()) ? null : date;
}

const line = (text: string) => storable(text.replaceAll(/[\r\n\t]+/g, ' ').trim(), LINE_LENGTH);
