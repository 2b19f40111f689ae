/** No list in a request may be longer, whatever it holds: each item costs more to check than to send. */
export const MOST_ITEMS = 2000;

/** The items of a list such as "1, 5,25", without the space around them and without empty ones. */
export function itemsOf(list: string): string[] {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}
