import { ByteReader } from './byte-reader.ts';
import type { Decode } from './code-pages.ts';

/** Properties of a mail or a file in a `winmail.dat`, by their numbers; those with a name are left out. */
export type Properties = Map<number, string | number | Uint8Array>;

/** Properties that are read; Outlook writes about a hundred. */
const MOST = 2000;
const HAS_MANY = 0x1000;
const FIRST_NAMED = 0x8000;
const NAMED_BY_TEXT = 1;
const NAME_BYTES = 16;

// The types of values.
const NUMBER = 0x03;
const OBJECT = 0x0d;
const TEXT_IN_CODE_PAGE = 0x1e;
const TEXT = 0x1f;
const BYTES = 0x102;
/** Bytes of the types whose values have always the same length. */
const SIZES: Record<number, number> = {
  [0x02]: 4,
  [NUMBER]: 4,
  [0x04]: 4,
  [0x05]: 8,
  [0x06]: 8,
  [0x07]: 8,
  [0x0a]: 4,
  [0x0b]: 4,
  [0x14]: 8,
  [0x40]: 8,
  [0x48]: 16,
};

const utf16 = new TextDecoder('utf-16le');

/** The properties in the data, up to the first that cannot be read; of several values, the first. */
export function readProperties(data: Uint8Array, decode: Decode): Properties {
  const properties: Properties = new Map();
  const reader = new ByteReader(data);
  try {
    const count = Math.min(reader.u32(), MOST);
    for (let read = 0; read < count; read += 1) {
      const type = reader.u16();
      const id = reader.u16();
      if (id >= FIRST_NAMED) skipName(reader);
      const value = readValue(reader, type, decode);
      if (value !== null && id < FIRST_NAMED) properties.set(id, value);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return properties;
}

function skipName(reader: ByteReader): void {
  reader.skip(NAME_BYTES);
  if (reader.u32() === NAMED_BY_TEXT) reader.skip(padded(reader.u32()));
  else reader.skip(4);
}

/** The value; null = its type is not needed. @throws RangeError beyond the end, and for an unknown type */
function readValue(reader: ByteReader, type: number, decode: Decode): string | number | Uint8Array | null {
  const base = type & ~HAS_MANY;
  const size = SIZES[base];
  if (size === undefined) return readOfAnyLength(reader, base, decode);
  const count = type & HAS_MANY ? reader.u32() : 1;
  if (count === 0) return null;
  const first = base === NUMBER ? reader.u32() : reader.skip(size);
  reader.skip((count - 1) * size);
  return first ?? null;
}

function readOfAnyLength(reader: ByteReader, type: number, decode: Decode): string | Uint8Array | null {
  if (![OBJECT, TEXT_IN_CODE_PAGE, TEXT, BYTES].includes(type)) throw new RangeError('a type that is unknown');
  const count = reader.u32();
  let first: Uint8Array | null = null;
  for (let read = 0; read < count; read += 1) {
    const length = reader.u32();
    const value = reader.take(length);
    reader.skip(padded(length) - length);
    first ??= value;
  }
  if (first === null) return null;
  if (type === TEXT_IN_CODE_PAGE) return decode(first);
  return type === TEXT ? utf16.decode(first) : first;
}

/** Values fill whole words of four bytes. */
const padded = (length: number) => Math.ceil(length / 4) * 4;
