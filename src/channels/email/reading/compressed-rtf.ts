import { ByteReader } from './byte-reader.ts';

const COMPRESSED = 0x75465a4c;
const PLAIN = 0x414c454d;
/** The text is read up to this many bytes, whatever its head says. */
const MOST_BYTES = 1_000_000;
/** The initial content of the dictionary (MS-OXRTFCP). */
const FIRST_WORDS =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';
const DICTIONARY_BYTES = 4096;
/** What a reference has at least. */
const SHORTEST = 2;

/** The RTF, a character per byte, up to the first damaged place. @throws Error when the bytes are not compressed RTF */
export function decompressRtf(bytes: Uint8Array): string {
  const reader = new ByteReader(bytes);
  reader.skip(4);
  const size = Math.min(reader.u32(), MOST_BYTES);
  const kind = reader.u32();
  reader.skip(4);
  if (kind === PLAIN) return Buffer.from(reader.take(Math.min(size, bytes.length - 16))).toString('latin1');
  if (kind !== COMPRESSED) throw new Error('it is no compressed RTF');
  return Buffer.from(decompress(reader, size)).toString('latin1');
}

function decompress(reader: ByteReader, size: number): Uint8Array {
  const unpacked = new Unpacked(size);
  for (const part of partsOf(reader)) {
    if (typeof part === 'number') unpacked.write(part);
    else if (unpacked.isAt(part.from)) break;
    else unpacked.repeat(part);
    if (unpacked.isFull) break;
  }
  return unpacked.bytes;
}

/** Bytes that are repeated, by their place in the dictionary. */
type Reference = { from: number; count: number };

/** Bytes and references to bytes; each group of eight follows a byte of flags that tell them apart. */
function* partsOf(reader: ByteReader): Generator<number | Reference> {
  while (reader.has(1)) {
    const kinds = reader.u8();
    for (let bit = 0; bit < 8; bit += 1) {
      const isReference = (kinds & (1 << bit)) !== 0;
      if (!reader.has(isReference ? 2 : 1)) return;
      const first = reader.u8();
      if (!isReference) yield first;
      else {
        const both = (first << 8) | reader.u8();
        yield { from: both >> 4, count: (both & 0x0f) + SHORTEST };
      }
    }
  }
}

/** The unpacked output, with its last 4,096 bytes as the dictionary for references. */
class Unpacked {
  readonly #out: Uint8Array;
  readonly #dictionary = new Uint8Array(DICTIONARY_BYTES).fill(0x20);
  #at = FIRST_WORDS.length;
  #length = 0;

  constructor(size: number) {
    this.#out = new Uint8Array(size);
    this.#dictionary.set(Buffer.from(FIRST_WORDS, 'latin1'));
  }

  get isFull(): boolean {
    return this.#length === this.#out.length;
  }

  get bytes(): Uint8Array {
    return this.#out.subarray(0, this.#length);
  }

  /** Whether the next byte goes there: a reference to that place is the end. */
  isAt(place: number): boolean {
    return place === this.#at;
  }

  write(byte: number): void {
    if (this.isFull) return;
    this.#out[this.#length] = byte;
    this.#length += 1;
    this.#dictionary[this.#at] = byte;
    this.#at = (this.#at + 1) % DICTIONARY_BYTES;
  }

  repeat({ from, count }: Reference): void {
    for (let read = 0; read < count; read += 1) this.write(this.#dictionary[(from + read) % DICTIONARY_BYTES] ?? 0);
  }
}
