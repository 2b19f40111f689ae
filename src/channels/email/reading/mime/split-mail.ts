import { fieldsIn, type Fields } from './fields.ts';
import { type Parameters, parametersOf } from './parameters.ts';

/** A part of a mail, or the mail itself, as it came. */
export type MimePart = {
  fields: Fields;
  /** In lower case, such as "text/plain". */
  type: string;
  parameters: Parameters;
  /** In lower case; '' = none. */
  disposition: string;
  /** As the mail names it; '' = it has none. */
  fileName: string;
  /** The parts of a multipart; [] = it is none. */
  parts: MimePart[];
  /** The encoded content; for a multipart, including all its parts. */
  body: Buffer;
};

/** How deeply parts may be within each other, and how many a mail may have: what is beyond stays in the part around it. */
const DEEPEST = 50;
const MOST_PARTS = 2000;
const LF = 0x0a;
const CR = 0x0d;
const HYPHEN = 0x2d;
const BLANKS = [0x20, 0x09];

/**
 * Splits a raw mail into its parts (RFC 2046) without decoding anything. Takes time in proportion to the size of the mail.
 */
export function splitMail(bytes: Uint8Array): MimePart {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return partOf(buffer, 'text/plain', 0, { left: MOST_PARTS });
}

function partOf(source: Buffer, usualType: string, depth: number, count: { left: number }): MimePart {
  const { head, body } = atBlankLine(source);
  const fields = fieldsIn(head);
  const content = parametersOf(fields.get('content-type'));
  const disposition = parametersOf(fields.get('content-disposition'));
  const type = /^[^\s/]+\/[^\s/]+$/.test(content.value) ? content.value : usualType;
  const boundary = content.parameters.get('boundary') ?? '';
  const isMultipart = type.startsWith('multipart/') && boundary !== '' && depth < DEEPEST;
  const usual = type === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
  const parts: MimePart[] = [];
  for (const piece of isMultipart ? piecesOf(body, Buffer.from(boundary, 'latin1'), count) : []) {
    parts.push(partOf(piece, usual, depth + 1, count));
  }
  return {
    fields,
    type,
    parameters: content.parameters,
    disposition: disposition.value,
    fileName: disposition.parameters.get('filename') || content.parameters.get('name') || '',
    parts,
    body,
  };
}

/** The head with the line break at its end, and what follows the first blank line. */
export function atBlankLine(source: Buffer): { head: Buffer; body: Buffer } {
  for (let start = 0; start < source.length;) {
    const end = source.indexOf(LF, start);
    if (end < 0) break;
    const length = end - start;
    if (length === 0 || (length === 1 && source[start] === CR)) {
      return { head: source.subarray(0, start), body: source.subarray(end + 1) };
    }
    start = end + 1;
  }
  return { head: source, body: source.subarray(source.length) };
}

/** The pieces between the boundary lines, without the line breaks before these. Text outside is for programs without MIME. */
function piecesOf(body: Buffer, boundary: Buffer, count: { left: number }): Buffer[] {
  const pieces: Buffer[] = [];
  const mark = Buffer.concat([Buffer.from('--'), boundary]);
  let start = -1;
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    const line = delimiterAt(body, at, mark.length);
    if (line === null) continue;
    if (start >= 0) pieces.push(body.subarray(start, Math.max(start, withoutBreak(body, at))));
    start = line.isLast ? -1 : line.end;
    if (line.isLast || pieces.length >= count.left) break;
  }
  // A mail may be cut off before its last boundary.
  if (start >= 0) pieces.push(body.subarray(start));
  count.left -= pieces.length;
  return pieces;
}

/** The line with the boundary that begins here; null = it is another one. */
function delimiterAt(body: Buffer, at: number, length: number): { isLast: boolean; end: number } | null {
  if (at > 0 && body[at - 1] !== LF) return null;
  let next = at + length;
  const isLast = body[next] === HYPHEN && body[next + 1] === HYPHEN;
  if (isLast) next += 2;
  while (BLANKS.includes(body[next] ?? 0)) next += 1;
  if (body[next] === CR) next += 1;
  if (next < body.length && body[next] !== LF) return null;
  return { isLast, end: Math.min(body.length, next + 1) };
}

function withoutBreak(body: Buffer, at: number): number {
  const end = at > 0 && body[at - 1] === LF ? at - 1 : at;
  return end > 0 && body[end - 1] === CR ? end - 1 : end;
}
