/** Whether the text can be stored: PostgreSQL takes neither U+0000 nor half of a Unicode character. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** The value with all texts and names in it such that they can be stored. It is nested no deeper than the stack allows. */
export function storableParts(value: unknown): unknown {
  if (typeof value === 'string') return storable(value, value.length);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(storableParts);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [storable(name, name.length), storableParts(part)]),
  );
}

/** Longer reasons of failures are cut before they are stored. */
const REASON_LENGTH = 500;

/** The reason of a failure, as others give it, for storing. */
export const storableReason = (reason: string): string => storable(reason, REASON_LENGTH);

/** The beginning of the text, at most `length` characters of it, as PostgreSQL can store it: without U+0000 and lone surrogates. */
export function storable(text: string, length: number): string {
  return text.replaceAll('\u0000', '').slice(0, length).toWellFormed();
}
