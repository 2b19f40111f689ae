/** The most items of any list in a request, because checking an item costs more than sending it. */
export const MOST_ITEMS = 2000;

/** The items of a list such as "1, 5,25", without the space around them and without empty ones. */
export function itemsOf(list: string): string[] {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}
