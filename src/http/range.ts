/** A range of bytes of a file, counted from 0; `end` is its last byte. */
export type Range = { start: number; end: number };

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The part of `size` bytes that the Range header asks for (RFC 9110, section 14); null = all of it, also when the
 * header cannot be read or asks for several parts, which a server may ignore; 'none' = the file has no such part.
 * `ifRange` asks for the part only if it equals the file's `tag`.
 */
export function rangeOf(header: string, ifRange: string, tag: string, size: number): Range | 'none' | null {
  const [, first, last] = ONE_RANGE.exec(header.trim()) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (ifRange !== '' && ifRange !== tag) return null;
  if (first === '') return Number(last) === 0 || size === 0 ? 'none' : lastBytes(Number(last), size);

  const [start, end] = [Number(first), last === '' ? size - 1 : Number(last)];
  if (last !== '' && end < start) return null;
  return start >= size ? 'none' : { start, end: Math.min(end, size - 1) };
}

function lastBytes(count: number, size: number): Range {
  return { start: Math.max(0, size - count), end: size - 1 };
}
