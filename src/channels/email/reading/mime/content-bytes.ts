const EQUALS = 0x3d;
const CR = 0x0d;
const LF = 0x0a;
const BLANKS = [0x20, 0x09];

/** Characters that are no part of base64. */
const OTHERS = /[^A-Za-z0-9+/_=-]+/g;
const PIECE_BYTES = 64 * 1024;

/** The bytes of a part without its transfer encoding, otherwise unchanged, including line breaks. */
export function contentBytes(body: Buffer, encoding: string): Buffer {
  const [first = Buffer.alloc(0), ...others] = contentPieces(body, encoding);
  return others.length === 0 ? first : Buffer.concat([first, ...others]);
}

/** The same piece by piece, so that a large file is not in memory twice. */
export function contentPieces(body: Buffer, encoding: string): Iterable<Buffer> {
  if (/base64/i.test(encoding)) return fromBase64(body);
  return [/quoted-printable/i.test(encoding) ? fromQuotedPrintable(body) : body];
}

/** Some programs pad each line: what follows a padding is a text of its own. */
function* fromBase64(body: Buffer): Generator<Buffer> {
  let rest = '';
  for (let at = 0; at < body.length; at += PIECE_BYTES) {
    const text = rest + body.toString('latin1', at, at + PIECE_BYTES).replaceAll(OTHERS, '');
    const texts = text.split(/=+/);
    const last = texts.pop() ?? '';
    for (const each of texts) yield Buffer.from(each, 'base64');
    // Four characters are three bytes.
    const whole = last.length - (last.length % 4);
    yield Buffer.from(last.slice(0, whole), 'base64');
    rest = last.slice(whole);
  }
  yield Buffer.from(rest, 'base64');
}

function fromQuotedPrintable(body: Buffer): Buffer {
  const bytes = Buffer.alloc(body.length);
  let length = 0;
  for (let start = 0; start < body.length;) {
    const found = body.indexOf(LF, start);
    const next = found < 0 ? body.length : found + 1;
    let end = found < 0 ? body.length : found;
    if (end > start && body[end - 1] === CR) end -= 1;
    const lineBreak = body.subarray(end, next);
    // Blanks at the end of a line have been added on the way.
    while (end > start && BLANKS.includes(body[end - 1] ?? 0)) end -= 1;
    const isSoft = end > start && body[end - 1] === EQUALS;
    for (let at = start; at < (isSoft ? end - 1 : end); at += 1) {
      const code = body[at] === EQUALS ? codeAt(body, at + 1, end) : -1;
      bytes[length++] = code < 0 ? (body[at] ?? 0) : code;
      if (code >= 0) at += 2;
    }
    if (!isSoft) length += lineBreak.copy(bytes, length);
    start = next;
  }
  return bytes.subarray(0, length);
}

/** The byte of two hexadecimal digits; -1 = not hexadecimal. */
function codeAt(body: Buffer, at: number, end: number): number {
  if (at + 1 >= end) return -1;
  const high = digitOf(body[at] ?? 0);
  const low = digitOf(body[at + 1] ?? 0);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}
