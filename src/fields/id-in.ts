/** The greatest key that a row can have. */
export const MAX_ID = 2 ** 31 - 1;
const MOST_DIGITS = 10;
const ZERO = '0'.charCodeAt(0);

/** The whole number in `text`, from 0 to MAX_ID; null when it is none. */
export function idIn(text: string): number | null {
  if (text.length === 0 || text.length > MOST_DIGITS) return null;
  let id = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return null;
    id = id * 10 + digit;
  }
  return id <= MAX_ID ? id : null;
}
