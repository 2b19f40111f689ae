const ID = /^\d{1,9}$/;

/** The id that is written in `text`; null when it is none. */
export function idIn(text: string): number | null {
  return ID.test(text) ? Number(text) : null;
}
