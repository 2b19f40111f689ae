import { decodeText } from './charsets.ts';
import { textOfField } from './fields.ts';

export type Parameters = ReadonlyMap<string, string>;

/** A parameter, or a piece of one. */
const PARAMETER = /;\s{0,100}([^\s=;"]{1,100})\s{0,100}=\s{0,100}(?:"((?:[^"\\]|\\.){0,10000})"?|([^;]{0,10000}))/g;
/** Such as "filename*0*": a name, the number of a piece, and whether it is encoded. */
const PIECE = /^([^*]+)\*(?:(\d{1,3})(\*)?)?$/;

/** Most parameters of a field that are read; no mail program writes more. */
const MOST = 200;

type Piece = { number: number; isEncoded: boolean; value: string };

/**
 * A field such as Content-Type: its value in lower case, and its parameters by their names in lower case, with those that are in
 * pieces or encoded (RFC 2231), and encoded words in others, as mail programs read them. The first counts where a name is repeated.
 */
export function parametersOf(field: string): { value: string; parameters: Parameters } {
  const value = (field.split(';', 1)[0] ?? '')
    .replaceAll(/\([^()]*\)/g, '')
    .trim()
    .toLowerCase();
  const parameters = new Map<string, string>();
  const pieces = new Map<string, Piece[]>();
  for (const [, given = '', quoted, bare] of field.matchAll(PARAMETER).take(MOST)) {
    const content = quoted === undefined ? (bare ?? '').trim() : quoted.replaceAll(/\\(["\\])/g, '$1');
    const name = given.toLowerCase();
    const [, base, number, star] = PIECE.exec(name) ?? [];
    if (base === undefined) {
      if (!parameters.has(name)) parameters.set(name, textOfField(content));
    } else {
      const isEncoded = number === undefined || star !== undefined;
      const piece = { number: Number(number ?? 0), isEncoded, value: content };
      pieces.set(base, [...(pieces.get(base) ?? []), piece]);
    }
  }
  for (const [name, all] of pieces) parameters.set(name, joined(all));
  return { value, parameters };
}

function joined(pieces: readonly Piece[]): string {
  const ordered = pieces.toSorted((one, other) => one.number - other.number);
  const [first] = ordered;
  const [, charset = '', rest] = (first?.isEncoded && /^([^']*)'[^']*'([^]*)$/.exec(first.value)) || [];
  // Bytes, since a character may be cut into two pieces.
  const bytes = ordered.map(({ value, isEncoded }, index) => {
    const source = index === 0 && rest !== undefined ? rest : value;
    return isEncoded ? unescaped(source) : Buffer.from(source);
  });
  return textOfField(decodeText(Buffer.concat(bytes), charset));
}

function unescaped(source: string): Buffer {
  const latin = Buffer.from(source)
    .toString('latin1')
    .replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(latin, 'latin1');
}
