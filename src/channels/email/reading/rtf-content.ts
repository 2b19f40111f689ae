import { decoderOf, type Decode } from './code-pages.ts';
import { decompressRtf } from './compressed-rtf.ts';

/** The content of RTF: HTML, if the RTF was made from HTML (MS-OXRTFEX), or else text. */
export type RtfContent = { html: string | null; text: string | null };

/** A brace, a character by its code, a word with its number, an escaped character, or text. */
const TOKEN = /[{}]|\\'([\da-f]{2})|\\([a-z]{1,32})(-?\d{1,10})? ?|\\([^a-z])|[^\\{}\r\n]+|[\r\n]+/gi;
/** What has no text for people. */
const SKIPPED = new Set([
  'fonttbl',
  'colortbl',
  'stylesheet',
  'info',
  'pict',
  'header',
  'footer',
  'mhtmltag',
  'object',
]);
/** Words that are characters. */
const CHARACTERS: Record<string, string> = {
  par: '\n',
  line: '\n',
  tab: '\t',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  endash: '–',
  emdash: '—',
};
const DEEPEST = 200;

/** The purpose of a group, inherited by nested groups until they change it. */
type Group = { isSkipped: boolean; isTag: boolean; isForRtf: boolean; fallbacks: number };

/** What the compressed RTF says; null = nothing can be read of it. */
export function rtfContent(compressed: Uint8Array): RtfContent | null {
  try {
    const rtf = decompressRtf(compressed);
    const said = new RtfReader(rtf).read().trim();
    if (said === '') return null;
    return /\\fromhtml1/.test(rtf.slice(0, 1000)) ? { html: said, text: null } : { html: null, text: said };
  } catch {
    return null;
  }
}

class RtfReader {
  readonly #rtf: string;
  #decode: Decode = decoderOf(null);
  #group: Group = { isSkipped: false, isTag: false, isForRtf: false, fallbacks: 1 };
  readonly #outer: Group[] = [];
  #written: string[] = [];
  /** Collected bytes of characters, which may take several bytes each. */
  #bytes: number[] = [];
  /** Fallback characters left to skip after a Unicode escape. */
  #toSkip = 0;
  #isMarked = false;

  constructor(rtf: string) {
    this.#rtf = rtf;
  }

  read(): string {
    for (const [token, code, word, number, escaped] of this.#rtf.matchAll(TOKEN)) {
      if (code === undefined) this.#writeBytes();
      if (token === '{') this.#open();
      else if (token === '}') this.#close();
      else if (code !== undefined) this.#byte(Number.parseInt(code, 16));
      else if (word !== undefined) this.#word(word, number === undefined ? null : Number(number));
      else if (escaped !== undefined) this.#escape(escaped);
      else if (!/^[\r\n]/.test(token)) this.#text(token);
    }
    this.#writeBytes();
    return this.#written.join('');
  }

  #open(): void {
    if (this.#outer.length >= DEEPEST) throw new Error('its groups are nested too deep');
    this.#outer.push(this.#group);
    this.#group = { ...this.#group };
    this.#toSkip = 0;
  }

  #close(): void {
    this.#group = this.#outer.pop() ?? this.#group;
    this.#toSkip = 0;
  }

  #word(word: string, number: number | null): void {
    const isMarked = this.#isMarked;
    this.#isMarked = false;
    if (word === 'htmltag' && isMarked) this.#group.isTag = true;
    else if (SKIPPED.has(word) || isMarked) this.#group.isSkipped = true;
    else if (word === 'htmlrtf') this.#group.isForRtf = number !== 0;
    else if (word === 'ansicpg') this.#decode = decoderOf(number);
    else if (word === 'uc') this.#group.fallbacks = Math.min(Math.max(number ?? 1, 0), 10);
    else if (word === 'u') this.#unicode(number ?? 0);
    else if (CHARACTERS[word] !== undefined) this.#write(CHARACTERS[word]);
  }

  #unicode(number: number): void {
    this.#write(String.fromCharCode(number & 0xffff));
    this.#toSkip = this.#group.fallbacks;
  }

  #escape(character: string): void {
    if (character === '*') this.#isMarked = true;
    else if (character === '~') this.#write('\u00a0');
    else if ('\\{}'.includes(character)) this.#text(character);
  }

  #byte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip -= 1;
    else this.#bytes.push(byte);
  }

  #writeBytes(): void {
    if (this.#bytes.length === 0) return;
    this.#write(this.#decode(Uint8Array.from(this.#bytes)));
    this.#bytes = [];
  }

  #text(text: string): void {
    const skipped = Math.min(this.#toSkip, text.length);
    this.#toSkip -= skipped;
    this.#write(text.slice(skipped));
  }

  #write(text: string): void {
    const { isSkipped, isForRtf, isTag } = this.#group;
    if (!isSkipped && (isTag || !isForRtf)) this.#written.push(text);
  }
}
