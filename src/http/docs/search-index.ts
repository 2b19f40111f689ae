import { setImmediate } from 'node:timers/promises';
import MiniSearch, { type Query } from 'minisearch';
import { groupsOf, stemOf } from './synonyms.ts';

/** A possible result: an operation, an event, a schema, or a part of a guide. */
export type Entry = {
  href: string;
  title: string;
  /** The kind of result: "Operation", or the title of the guide. */
  kind: string;
  /** A path, or the name of an event. */
  name: string;
  /** Further search words. */
  words: string;
  /** Names of its fields. */
  fields: string;
  text: string;
};
/**
 * The best entries, and the number of all. `hasAll` is false when no entry has all words of the query, and these have
 * only some.
 */
export type Found = { entries: Entry[]; total: number; hasAll: boolean };

/** The most entries that are shown. */
const MOST = 30;
/** Further words of a query are ignored: they cost time and hardly narrow the result. */
const MOST_WORDS = 8;
/** The index is built in slices of this length, with other requests served in between. */
const SLICE_MS = 10;
const BOOST = { title: 6, words: 7, name: 4, kind: 2, fields: 1.5, text: 1 };
/** Kinds of entries: a whole guide, and a schema. */
export const GUIDE = 'Guide';
export const SCHEMA = 'Schema';
/** How much more or less than others entries of a kind count. */
const BOOST_OF_KIND: Record<string, number> = { [GUIDE]: 3, [SCHEMA]: 0.3 };
/** A synonym counts less than the word itself. */
const SYNONYM = 0.4;
/** A word with two letters swapped counts less than others. */
const SWAPPED = 0.2;
/** Shorter words are not taken for typing errors of others. */
const SHORTEST_FUZZY = 5;
const SHORTEST_SWAPPED = 4;
const SEPARATORS = /[\p{Z}\p{P}\p{S}\p{C}]+/u;

/** A search for words, their beginnings, their synonyms, and words with a typing error; the best comes first. */
export async function searchIn(given: Iterable<Entry>): Promise<(query: string) => Found> {
  const entries: Entry[] = [];
  const index = new MiniSearch<Entry & { id: number }>({
    fields: Object.keys(BOOST),
    tokenize: (text) => text.split(SEPARATORS),
    processTerm: (term) => [stemOf(term), ...groupsOf(stemOf(term))],
    // Ids in paths repeat the words of the path.
    extractField: (entry, field) => String(entry[field as keyof typeof entry]).replaceAll(/\{\w+\}/g, ''),
    storeFields: ['kind'],
    searchOptions: {
      processTerm: stemOf,
      boost: BOOST,
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length < SHORTEST_FUZZY ? false : 1),
      weights: { prefix: 0.5, fuzzy: 0.05 },
      boostDocument: (_, __, stored) => BOOST_OF_KIND[String(stored?.['kind'])] ?? 1,
    },
  });
  let begun = performance.now();
  for (const entry of given) {
    index.add({ ...entry, id: entries.push(entry) - 1 });
    if (performance.now() - begun < SLICE_MS) continue;
    await setImmediate();
    begun = performance.now();
  }
  const find = (words: readonly string[], combineWith: 'AND' | 'OR'): Found => {
    const results = index.search({ combineWith, queries: words.map(anyOf) });
    const best = results.slice(0, MOST).flatMap(({ id }) => entries[Number(id)] ?? []);
    return { entries: best, total: results.length, hasAll: combineWith === 'AND' };
  };

  return (query) => {
    const words = wordsOf(query);
    if (words.length === 0) return { entries: [], total: 0, hasAll: true };
    const withAll = find(words, 'AND');
    return withAll.total > 0 ? withAll : find(words, 'OR');
  };
}

/** The first different words of a query; api_access_token is one, because it has synonyms as a whole. */
function wordsOf(query: string): string[] {
  const words = query.split(/\s+/).flatMap((word) => {
    const parts = word.split(SEPARATORS).filter(Boolean);
    return parts.length > 1 && groupsOf(stemOf(word)).length > 0 ? [word] : parts;
  });
  return [...new Set(words)].slice(0, MOST_WORDS);
}

/** Matches the word, its synonyms (indexed by the name of their group), or the word with two letters swapped. */
function anyOf(word: string): Query {
  const groups = groupsOf(stemOf(word)).map((name): Query => ({
    queries: [name],
    combineWith: 'AND',
    tokenize: (text) => [text],
    processTerm: (term) => term,
    ...EXACTLY,
    boostDocument: () => SYNONYM,
  }));
  const swapped: Query = { queries: swappedIn(word), combineWith: 'OR', ...EXACTLY, boostDocument: () => SWAPPED };
  return { queries: [{ queries: [word], combineWith: 'AND' }, ...groups, swapped], combineWith: 'OR' };
}

const EXACTLY = { fuzzy: false, prefix: false } as const;

/** All variants of `word` with two neighbouring letters swapped. */
function swappedIn(word: string): string[] {
  if (word.length < SHORTEST_SWAPPED) return [];
  const letters = [...word];
  return letters.slice(1).flatMap((letter, at) => {
    const before = letters[at] ?? '';
    return letter === before
      ? []
      : [
          letters
            .with(at, letter)
            .with(at + 1, before)
            .join(''),
        ];
  });
}
