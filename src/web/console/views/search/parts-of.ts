/** The beginning of a text is shown from so many characters before the first place. */
const BEFORE = 60;
const LONGEST = 240;

/** The words of a search, of which each is looked for as the beginning of a word. */
export const wordsIn = (query: string): string[] => query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

export type Part = { text: string; isMarked: boolean };

/** The part of the text around the first place with one of the words, with all such places in it. */
export function partsOf(text: string, query: string): Part[] {
  const words = wordsIn(query);
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (words.length === 0) return [{ text: line.slice(0, LONGEST), isMarked: false }];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'giu');
  const first = line.search(pattern);
  const start = first <= BEFORE ? 0 : line.indexOf(' ', first - BEFORE) + 1;
  const shown = line.slice(start, start + LONGEST);
  const parts: Part[] = start > 0 ? [{ text: '… ', isMarked: false }] : [];
  let at = 0;
  for (const match of shown.matchAll(pattern)) {
    parts.push({ text: shown.slice(at, match.index), isMarked: false }, { text: match[0], isMarked: true });
    at = match.index + match[0].length;
  }
  const end = start + LONGEST < line.length ? ' …' : '';
  return [...parts, { text: shown.slice(at) + end, isMarked: false }].filter((part) => part.text !== '');
}
