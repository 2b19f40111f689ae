/** The greatest key that a row can have. */
export const MAX_ID = 2 ** 31 - 1;

/** The whole number in `text`, from 0 to MAX_ID; null when it is none. */
export function idIn(text: string): number | null {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : Infinity;
  return id <= MAX_ID ? id : null;
}
