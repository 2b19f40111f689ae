/** The most items of any list in a request, because checking an item costs more than sending it. */
export const MOST_ITEMS = 2000;

/** The trimmed items of a list such as "1, 5,25", without empty items. */
export function itemsOf(list: string): string[] {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}
