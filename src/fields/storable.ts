/** Whether the text can be stored: PostgreSQL takes neither U+0000 nor half of a Unicode character. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** The beginning of the text, at most `length` characters of it, as PostgreSQL can store it: without U+0000 and lone surrogates. */
export function storable(text: string, length: number): string {
  return text.replaceAll('\u0000', '').slice(0, length).toWellFormed();
}
