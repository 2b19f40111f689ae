/** Code pages of Windows whose names are not made of their numbers. */
const NAMES: Record<number, string> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1200: 'utf-16le',
  1201: 'utf-16be',
  10000: 'macintosh',
  20127: 'windows-1252',
  20866: 'koi8-r',
  20932: 'euc-jp',
  20936: 'gbk',
  21866: 'koi8-u',
  50220: 'iso-2022-jp',
  50221: 'iso-2022-jp',
  50222: 'iso-2022-jp',
  51932: 'euc-jp',
  51936: 'gbk',
  51949: 'euc-kr',
  54936: 'gb18030',
  65001: 'utf-8',
};

/** Makes text of bytes. */
export type Decode = (bytes: Uint8Array) => string;

/** A decoder for the Windows code page with this number; null or an unknown number = Western European. */
export function decoderOf(codePage: number | null): Decode {
  const decoder = new TextDecoder(nameOf(codePage ?? 1252));
  return (bytes) => decoder.decode(bytes);
}

function nameOf(codePage: number): string {
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`;
  const part = codePage - 28590;
  // There is no part 12, and the first and the ninth are read as Windows has them.
  if (part >= 1 && part <= 16 && part !== 12) return `iso-8859-${part}`;
  return NAMES[codePage] ?? 'windows-1252';
}
