import { encode } from 'iconv-lite';
import { encodeWords } from 'nodemailer/lib/mime-funcs';
import { encode as encodeQuoted, wrap } from 'nodemailer/lib/qp';
import { CARLA, type Letter, SUPPORT, WORDS } from './letter.ts';

export type Encoding = '7bit' | '8bit' | 'quoted-printable' | 'base64';

/** A part of a mail: the lines of its head, a blank one, and its body; one character for each byte. */
export type Part = string;

/** A part with a text, in line breaks of mails. The type is written as given, with its charset. */
export function textPart(type: string, text: string, encoding: Encoding = '8bit', more: readonly string[] = []): Part {
  const charset = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
  const bytes = encode(text.replaceAll('\n', '\r\n'), charset);
  return part([`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, ...more], encoded(bytes, encoding));
}

/** A part with these bytes. */
export const filePart = (head: readonly string[], bytes: Uint8Array, encoding: Encoding): Part =>
  part([...head, `Content-Transfer-Encoding: ${encoding}`], encoded(Buffer.from(bytes), encoding));

export const part = (head: readonly string[], body: string): Part => `${head.map(latin).join('\r\n')}\r\n\r\n${body}`;

/** A part with parts in it, whose boundary is as the mail program makes it. */
export function multipart(kind: string, boundary: string, parts: readonly Part[]): Part {
  const quoted = /^[\w.]+$/.test(boundary) ? boundary : `"${boundary}"`;
  const body = parts.map((one) => `--${boundary}\r\n${one}\r\n`).join('');
  return `Content-Type: multipart/${kind}; boundary=${quoted}\r\n\r\n${body}--${boundary}--\r\n`;
}

/** The mail as a server hands it over. `head` goes before the content. */
export const mailOf = (head: readonly string[], content: Part): Buffer =>
  Buffer.from(`${[...head, 'MIME-Version: 1.0'].map(latin).join('\r\n')}\r\n${content}`, 'latin1');

/** The head of a letter: sender, recipient, subject, and the mail that it answers. */
export function headOf(letter: Letter, id: string, prefixes: { re: string; fw: string } = { re: 'Re', fw: 'Fwd' }) {
  const { subject } = WORDS[letter.lang];
  const isAnswer = letter.quotes !== undefined || letter.between !== undefined;
  const given = letter.forwards === undefined ? (isAnswer ? `${prefixes.re}: ` : '') : `${prefixes.fw}: `;
  return [
    `From: ${CARLA}`,
    `To: ${SUPPORT}`,
    `Subject: ${encodeWords(given + subject, 'Q', 52, true)}`,
    'Date: Mon, 23 Nov 2026 10:00:00 +0100',
    `Message-ID: <${id}>`,
    ...(isAnswer ? ['In-Reply-To: <first@acme.example>', 'References: <first@acme.example>'] : []),
  ];
}

export const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Each line of the text as an element of its own; blank ones have a break. */
export const lines = (text: string, tag = 'div', attributes = ''): string =>
  text
    .split('\n')
    .map((line) => `<${tag}${attributes && ` ${attributes}`}>${line === '' ? '<br>' : escape(line)}</${tag}>`)
    .join('');

export const breaks = (text: string) => escape(text).replaceAll('\n', '<br>');

/** Each line with the mark of quotations. */
export const marked = (text: string, blank = '>') =>
  text
    .split('\n')
    .map((line) => (line === '' ? blank : `> ${line}`))
    .join('\n');

function encoded(bytes: Buffer, encoding: Encoding): string {
  if (encoding === 'base64') return bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  if (encoding === 'quoted-printable') return wrap(encodeQuoted(bytes), 76);
  return bytes.toString('latin1');
}

/** A line of a head that may have characters of UTF-8, one character for each byte. */
const latin = (line: string) => Buffer.from(line).toString('latin1');
