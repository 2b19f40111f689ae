import { bodyOf, filesIn, isReaction } from './content.ts';
import { textOfField } from './fields.ts';
import type { ParsedHead, ParsedMail } from './parsed-mail.ts';
import { loadRareCharsets } from './charsets.ts';
import { atBlankLine, splitMail } from './split-mail.ts';

/** Longer address lists are cut, because parsing takes time in proportion to the square of the length. */
const MOST_OF_LIST = 40_000;

/** Parses a raw mail, with the tolerance of mail programs for broken rules. */
export async function parseMail(bytes: Uint8Array): Promise<ParsedMail> {
  await loadRareCharsets();
  const mail = splitMail(bytes);
  const { text, html } = await bodyOf(mail);
  return { ...(await headIn(mail.fields.all)), text, html, attachments: filesIn(mail), isReaction: isReaction(mail) };
}

/** As `parseMail`, of the head alone. */
export async function parseHead(bytes: Uint8Array): Promise<ParsedHead> {
  const { head } = atBlankLine(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return headIn(splitMail(head).fields.all);
}

async function headIn(headers: ParsedHead['headers']): Promise<ParsedHead> {
  const { default: parse } = await import('nodemailer/lib/addressparser');
  const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? '';
  const listIn = (value: string) =>
    parse(value.slice(0, MOST_OF_LIST), { flatten: true }).map(({ name, address }) => ({
      name: textOfField(name),
      address,
    }));
  const all = (name: string) => headers.filter(({ key }) => key === name).flatMap(({ value }) => listIn(value));
  return {
    headers,
    header,
    from: listIn(header('from')),
    sender: listIn(header('sender')),
    replyTo: all('reply-to'),
    to: all('to'),
    cc: all('cc'),
    bcc: all('bcc'),
    subject: textOfField(header('subject')),
    messageId: header('message-id'),
    inReplyTo: textOfField(header('in-reply-to')),
    references: textOfField(header('references')),
  };
}
