import { folded } from './folded.ts';
import type { WordQuery } from './words.ts';

/** How many characters an entry of the index has. */
const GRAM = 3;
/** The most grams of a query that are looked up; the texts found are compared with the whole query anyway. */
const MOST_GRAMS = 4;

/** Separates the fields of a contact's text; U+001F cannot be typed. */
const BETWEEN = '\u001f';

/**
 * The text that contact searches look into: the fields that are neither null nor empty, as `folded` makes them, with
 * U+001F between them.
 */
export function searchedText(fields: (string | null)[]): string {
  return fields
    .filter(Boolean)
    .map((field) => folded(field ?? ''))
    .join(BETWEEN);
}

/**
 * Every sequence of three characters in each field of a `searchedText`, and the shorter ones at its end, each once, so
 * that any part of a field can be found. ASCII characters other than letters and digits are replaced by those of
 * private use.
 */
export function gramsOf(text: string): string[] {
  const grams = text.split(BETWEEN).flatMap((field) => {
    const characters = [...field].map(indexable);
    return characters.map((_, index) => characters.slice(index, index + GRAM).join(''));
  });
  return [...new Set(grams)];
}

/**
 * The query for texts that may contain `text`, which is folded already. It looks up some grams only, so the caller compares
 * the texts themselves.
 */
export function gramQuery(text: string): WordQuery {
  const characters = [...text].map(indexable);
  if (characters.length < GRAM) return { words: [], prefix: characters.join('') };
  const grams = characters.slice(0, 1 - GRAM).map((_, index) => characters.slice(index, index + GRAM).join(''));
  return { words: selectiveGrams([...new Set(grams)]), prefix: null };
}

/**
 * The grams that few texts have: those with digits if there are several, since names and domains are shared by many
 * contacts; at most `MOST_GRAMS` of them, spread over the text.
 */
function selectiveGrams(grams: string[]): string[] {
  const withDigits = grams.filter((gram) => /[0-9]/.test(gram));
  const from = withDigits.length > 1 ? withDigits : grams;
  if (from.length <= MOST_GRAMS) return from;
  const step = (from.length - 1) / (MOST_GRAMS - 1);
  return Array.from({ length: MOST_GRAMS }, (_, index) => from[Math.round(index * step)] ?? '');
}

/** First of the private-use characters that replace ASCII punctuation, at which SQLite's index would split words. */
const PRIVATE = 0xe000;

function indexable(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x80 && !/[a-z0-9]/.test(character) ? String.fromCharCode(PRIVATE + code) : character;
}
