/** Names of charsets that mail programs write and that the Encoding Standard does not have. */
const ALIASES: Record<string, string> = {
  gb2312: 'gb18030',
  gbk: 'gb18030',
  'x-gbk': 'gb18030',
  cp936: 'gb18030',
  cp932: 'shift_jis',
  'x-ms-cp932': 'shift_jis',
  cp949: 'euc-kr',
  cp950: 'big5',
  utf8mb4: 'utf-8',
  'utf-8mb4': 'utf-8',
  binary: '',
  'unknown-8bit': '',
  'x-unknown': '',
};
/** Their bytes are often those of others. */
const LOOSE = new Set(['', 'ascii', 'us-ascii', 'ansi_x3.4-1968']);

/** A change to ASCII, behind which the next change follows. */
const EMPTY_SHIFT = new RegExp(String.raw`\x1B\([BJ](?=\x1B)`, 'g');

type Rare = { decode(bytes: Buffer, charset: string): string; encodingExists(charset: string): boolean };
let rare: Rare | null = null;
const utf8 = new TextDecoder('utf-8', { fatal: true });
const western = new TextDecoder('windows-1252');
const decoders = new Map<string, TextDecoder | null>();
/** Senders choose the names of charsets: so many are remembered. */
const MOST_NAMES = 200;

/** Loads charsets that `TextDecoder` lacks, such as UTF-7 and the DOS code pages. Until then they count as unknown. */
export async function loadRareCharsets(): Promise<void> {
  const { default: iconv } = await import('iconv-lite');
  rare = iconv;
}

/** The text of the bytes. An unknown charset, and ASCII with other bytes, is read as UTF-8 where that fits, else as western European. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  const given = charset
    .trim()
    .replaceAll(/^["']|["']$/g, '')
    .toLowerCase();
  const name = ALIASES[given] ?? given;
  if (LOOSE.has(name)) return decodeUnlabelled(bytes);
  const decoder = decoderOf(name);
  if (decoder) return decoder.decode(name === 'iso-2022-jp' ? withoutEmptyShifts(bytes) : bytes);
  if (rare?.encodingExists(name)) return rare.decode(Buffer.from(bytes), name);
  return decodeUnlabelled(bytes);
}

/** The text of bytes without a named charset. */
export function decodeUnlabelled(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return western.decode(bytes);
  }
}

/** Without changes to ASCII for no character, which the decoder shows as a broken one. Words that were joined have them. */
const withoutEmptyShifts = (bytes: Uint8Array) =>
  Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(EMPTY_SHIFT, ''), 'latin1');

function decoderOf(name: string): TextDecoder | null {
  const known = decoders.get(name);
  if (known !== undefined) return known;
  const decoder = newDecoder(name);
  if (decoders.size < MOST_NAMES) decoders.set(name, decoder);
  return decoder;
}

function newDecoder(name: string): TextDecoder | null {
  try {
    return new TextDecoder(name);
  } catch {
    return null;
  }
}
