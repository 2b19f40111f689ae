import { createHash } from 'node:crypto';
import type { ParsedHead } from './mime/parsed-mail.ts';
import type { RawMail } from './raw-mail.ts';

const BLANK_LINES = ['\r\n\r\n', '\n\n'];
/** The bytes of the longest of them but one: a blank line may begin in a piece and end in the next one. */
const OVERLAP = 3;

/**
 * Tells mails with the same Message-ID apart: by their sender, date and body. Mail servers add lines to the head of a mail, and may
 * change the ends of its lines; the digest stays the same.
 */
export async function digestOf(email: ParsedHead, mail: RawMail): Promise<string> {
  const date = email.headers.find(({ key }) => key === 'date')?.value.trim() ?? '';
  const start = await startOfBody(mail);
  let length = 0;
  for await (const piece of bodyFrom(mail, start)) length += piece.length;
  const sum = createHash('sha256');
  for (const part of [email.from[0]?.address?.toLowerCase() ?? '', date]) sum.update(`${part.length} ${part}\n`);
  sum.update(`${length} `);
  for await (const piece of bodyFrom(mail, start)) sum.update(piece);
  return sum.digest('hex').slice(0, 32);
}

/** Of all bytes of the mail. */
export async function sumOf(mail: RawMail): Promise<string> {
  const sum = createHash('sha256');
  for await (const piece of mail.piecesFrom(0)) sum.update(piece);
  return sum.digest('hex');
}

async function startOfBody(mail: RawMail): Promise<number> {
  let at = 0;
  let before = Buffer.alloc(0);
  for await (const piece of mail.piecesFrom(0)) {
    const seen = Buffer.concat([before, piece]);
    const ends = BLANK_LINES.map((blank) => seen.indexOf(blank)).filter((found) => found >= 0);
    if (ends.length > 0) return at - before.length + Math.min(...ends);
    at += piece.length;
    before = seen.subarray(-OVERLAP);
  }
  return mail.size;
}

/** The body with one character for each byte, without blanks around it, and with LF at the ends of its lines. */
async function* bodyFrom(mail: RawMail, start: number): AsyncGenerator<string> {
  /** Blanks that are left out unless more follows. */
  let blanks: string[] = [];
  let hasBegun = false;
  for await (const piece of mail.piecesFrom(start)) {
    const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1');
    const own = text.trimEnd();
    if (own !== '') {
      const said = hasBegun ? [...blanks, own].join('') : own.trimStart();
      yield said.replaceAll('\r\n', '\n');
      blanks = [];
      hasBegun = true;
    }
    if (hasBegun) blanks.push(text.slice(own.length));
  }
}
