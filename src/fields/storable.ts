/** Whether the text can be stored: PostgreSQL takes neither U+0000 nor half of a Unicode character. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** For `JSON.parse`: makes all texts and names in a value such that they can be stored. */
export function storableValue(_: string, value: unknown): unknown {
  if (typeof value === 'string') return storable(value, value.length);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (Object.keys(value).every(isStorable)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [storable(name, name.length), part]));
}

/** The beginning of the text, at most `length` characters of it, as PostgreSQL can store it: without U+0000 and lone surrogates. */
export function storable(text: string, length: number): string {
  return text.replaceAll('\u0000', '').slice(0, length).toWellFormed();
}
