import { storable } from '../../../fields/storable.ts';
import { parseHead } from './mime/parse-mail.ts';
import type { ParsedAddress, ParsedHead } from './mime/parsed-mail.ts';
import { digestOf, sumOf } from './digest.ts';
import type { RawMail } from './raw-mail.ts';

/** What the head of a mail says. Ids are without angle brackets, addresses in lower case. */
export type ReadHead = {
  /** Computed from the whole mail, if the mail has no Message-ID. */
  messageId: string;
  /** Tells mails with the same Message-ID apart. The same mail has it by whatever way it comes. */
  digest: string;
  inReplyTo: string | null;
  /** From the oldest to the newest. */
  references: string[];
  /** Who is answered; null = there is no address. */
  sender: MailAddress | null;
  from: string[];
  to: string[];
  cc: string[];
  bcc: string[];
  /** The addresses that mail servers have noted in it on the mail's way; [] = none has. */
  envelope: string[];
  /** All addresses by which the mail may have come here, the surest first. */
  recipients: string[];
};

export type MailAddress = { name: string; address: string };

/** Characters of a line that are kept. */
const LINE_LENGTH = 1000;
const MOST_ADDRESSES = 200;
const MOST_REFERENCES = 100;
/** Bounded, because a search for a part of any length takes minutes in a long line without an at sign. */
const ADDRESSES = /[^\s<>,;"@]{1,64}@[^\s<>,;"@]{1,255}/g;

/**
 * Reads the head of a raw mail, in a small part of the time that the whole mail takes.
 * @throws Error when it is no mail
 */
export async function readHead(mail: RawMail): Promise<ReadHead> {
  const head = await parseHead(mail.head);
  if (head.headers.length === 0) throw new Error('it has no headers');
  return headOf(head, mail);
}

/** The facts in the head of a parsed mail. */
export async function headOf(email: ParsedHead, mail: RawMail): Promise<ReadHead> {
  return {
    messageId: idsIn(email.messageId)[0] ?? `${(await sumOf(mail)).slice(0, 40)}@without-message-id`,
    digest: await digestOf(email, mail),
    inReplyTo: idsIn(email.inReplyTo)[0] ?? null,
    references: idsIn(email.references).slice(-MOST_REFERENCES),
    sender: senderOf(email),
    from: addressesIn(email.from.slice(0, 1)),
    to: addressesIn(email.to),
    cc: addressesIn(email.cc),
    bcc: addressesIn(email.bcc),
    envelope: envelopeIn(email.headers),
    recipients: recipientsOf(email),
  };
}

function senderOf({ replyTo, from, sender, headers }: ParsedHead): MailAddress | null {
  const named = headers.find(({ key }) => key === 'x-original-sender')?.value ?? '';
  const [original] = line(named).match(ADDRESSES) ?? [];
  const candidates: MailAddress[] = [
    ...flat(replyTo),
    // Mailing lists that write in the name of their members.
    ...(original ? [{ name: from[0]?.name ?? '', address: original.toLowerCase() }] : []),
    ...flat(from),
    ...flat(sender),
  ];
  const [first] = candidates;
  if (!first) return null;
  const own = flat(from).find(({ address }) => address === first.address);
  return { address: first.address, name: first.name || own?.name || line(from[0]?.name ?? '') };
}

function recipientsOf({ headers, to, cc, bcc }: ParsedHead): string[] {
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
  const [head = ''] = Buffer.from(bytes)
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

const addressesIn = (given: readonly ParsedAddress[]) =>
  [...new Set(flat(given).map(({ address }) => address))].slice(0, MOST_ADDRESSES);

/** The addresses; what is none is left out. */
function flat(given: readonly ParsedAddress[]): MailAddress[] {
  return given
    .map(({ name, address }) => ({ name: line(name), address: line(address).toLowerCase() }))
    .filter(({ address }) => /^[^@\s,;<>"]+@[^@\s,;<>"]+$/.test(address));
}

function idsIn(given: string): string[] {
  const inBrackets = [...given.matchAll(/<([^<>\s]+)>/g)].map(([, id = '']) => id);
  const all = inBrackets.length > 0 ? inBrackets : given.split(/\s+/).filter((id) => id.includes('@'));
  return [...new Set(all.map(line))].filter((id) => id !== '');
}

/** A header line in its stored form. */
export const line = (text: string) => storable(text.replaceAll(/[\r\n\t]+/g, ' ').trim(), LINE_LENGTH);
