import type { WordQuery } from './words.ts';

/** How many characters stand together in the index. */
const GRAM = 3;
/** No more of a query is looked up: what is found is compared with all of it anyway. */
const MOST_GRAMS = 4;

/** What stands between the fields of a contact's text: nobody can type it. */
const BETWEEN = '\u001f';

/** The text that contact searches look into: what there is of the fields, in lower case. */
export function searchedText(fields: (string | null)[]): string {
  return fields
    .filter(Boolean)
    .map((field) => field?.toLowerCase())
    .join(BETWEEN);
}

/** Each three characters of the text that stand together, and the shorter ends, so that any part of it can be found. */
export function gramsOf(text: string): string[] {
  const grams = text.split(BETWEEN).flatMap((field) => {
    const characters = [...field].map(indexable);
    return characters.map((_, index) => characters.slice(index, index + GRAM).join(''));
  });
  return [...new Set(grams)];
}

/** Texts that may contain `text`, in any letter case; whether they do is seen in the text itself. */
export function gramQuery(text: string): WordQuery {
  const characters = [...text.toLowerCase()].map(indexable);
  if (characters.length < GRAM) return { words: [], prefix: characters.join('') };
  const grams = characters.slice(0, 1 - GRAM).map((_, index) => characters.slice(index, index + GRAM).join(''));
  return { words: telling([...new Set(grams)]), prefix: null };
}

/**
 * A few of the grams, far from each other. Those with digits where there are some: letters are often of a name or a domain
 * that many share.
 */
function telling(grams: string[]): string[] {
  const numbered = grams.filter((gram) => /[0-9]/.test(gram));
  const from = numbered.length > 1 ? numbered : grams;
  if (from.length <= MOST_GRAMS) return from;
  const step = (from.length - 1) / (MOST_GRAMS - 1);
  return Array.from({ length: MOST_GRAMS }, (_, index) => from[Math.round(index * step)] ?? '');
}

/** Where the private characters begin that stand for the signs of ASCII: SQLite's index would split there. */
const PRIVATE = 0xe000;

function indexable(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x80 && !/[a-z0-9]/.test(character) ? String.fromCharCode(PRIVATE + code) : character;
}
