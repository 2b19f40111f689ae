import MiniSearch, { type Query } from 'minisearch';
import { stemOf, synonymsOf } from './synonyms.ts';

/** What can be found: an operation, an event, a schema, or a part of a guide. */
export type Entry = {
  href: string;
  title: string;
  /** What it is and where: "Operation", or the title of the guide. */
  kind: string;
  /** A path, or the name of an event. */
  name: string;
  /** Names of its fields. */
  fields: string;
  text: string;
};
/** `hasAll`: whether the entries have all of the words; otherwise there is none, and these have some of them. */
export type Found = { entries: Entry[]; hasAll: boolean };

const MOST = 50;
const BOOST = { title: 6, name: 4, kind: 2, fields: 1.5, text: 1 };
/** Kinds of entries: a whole guide, and a schema. */
export const GUIDE = 'Guide';
export const SCHEMA = 'Schema';
/** How much more or less than others entries of a kind count. */
const BOOST_OF_KIND: Record<string, number> = { [GUIDE]: 3, [SCHEMA]: 0.3 };
/** A synonym counts less than the word itself. */
const SYNONYM = 0.12;
/** Shorter words are not taken for typing errors of others. */
const SHORTEST_FUZZY = 5;
const SEPARATORS = /[\p{Z}\p{P}\p{S}\p{C}]+/u;

/** A search for words, their beginnings, their synonyms, and words with a typing error; the best comes first. */
export function searchIn(entries: readonly Entry[]): (query: string) => Found {
  const index = new MiniSearch<Entry & { id: number }>({
    fields: Object.keys(BOOST),
    tokenize: (text) => text.split(SEPARATORS),
    processTerm: stemOf,
    storeFields: ['kind'],
    searchOptions: {
      boost: BOOST,
      prefix: true,
      fuzzy: (term) => (term.length < SHORTEST_FUZZY ? false : 1),
      weights: { prefix: 0.5, fuzzy: 0.05 },
      boostDocument: (_, __, stored) => BOOST_OF_KIND[String(stored?.['kind'])] ?? 1,
    },
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  const find = (of: readonly string[], combineWith: 'AND' | 'OR'): Entry[] =>
    index
      .search({ combineWith, queries: of.map(anyOf) })
      .slice(0, MOST)
      .flatMap(({ id }) => entries[Number(id)] ?? []);

  return (query) => {
    const words = wordsOf(query);
    if (words.length === 0) return { entries: [], hasAll: true };
    const withAll = find(words, 'AND');
    return withAll.length > 0 ? { entries: withAll, hasAll: true } : { entries: find(words, 'OR'), hasAll: false };
  };
}

/** The words of a query; api_access_token is one, because it has synonyms as a whole. */
function wordsOf(query: string): string[] {
  return query.split(/\s+/).flatMap((word) => {
    const parts = word.split(SEPARATORS).filter(Boolean);
    return parts.length > 1 && synonymsOf(stemOf(word)).length > 0 ? [word] : parts;
  });
}

/** The word, or one of its synonyms. */
function anyOf(word: string): Query {
  const others = synonymsOf(stemOf(word)).map((synonym): Query => ({
    queries: [synonym],
    combineWith: 'AND',
    fuzzy: false,
    boostDocument: () => SYNONYM,
  }));
  return { queries: [{ queries: [word], combineWith: 'AND' }, ...others], combineWith: 'OR' };
}
