import { folded } from './folded.ts';

/** Longer words are indexed by their first 60 characters. */
const WORD_LENGTH = 60;
/** Most bytes that the words of one text may have in all; PostgreSQL's limit is a megabyte. */
const WORDS_BYTES = 1_000_000;

const RUNS = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+|[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu;
const IS_UNSPACED =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** A search in an index of words: for all of `words`, and for a word that begins with `prefix` unless that is null. */
export type WordQuery = { words: string[]; prefix: string | null };

/**
 * The words by which a text is found, each once: runs of letters and digits as `folded` makes them, cut to 60 characters; in
 * scripts without spaces, each character and each pair of neighbours. Words after the first megabyte are left out. Both
 * databases get the same words instead of splitting text themselves.
 */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  let bytes = 0;
  for (const word of runsOf(text).flatMap((run) => (IS_UNSPACED.test(run) ? pieces(run) : [shortened(run)]))) {
    if (words.has(word)) continue;
    bytes += Buffer.byteLength(word) + ACCOUNT_BYTES;
    if (bytes > WORDS_BYTES) break;
    words.add(word);
  }
  return [...words];
}

/** The query for texts with all the words of `text`, the last as the beginning of a word; null when it has no words. */
export function wordQuery(text: string): WordQuery | null {
  const runs = runsOf(text);
  const last = runs.at(-1);
  if (last === undefined) return null;
  if (IS_UNSPACED.test(last)) return { words: wordsToFind(runs), prefix: null };
  return { words: wordsToFind(runs.slice(0, -1)), prefix: shortened(last) };
}

/** What `inAccount` puts before each word, in bytes. */
const ACCOUNT_BYTES = 6;
/** The characters that an account's number is written with: 53,248 of three bytes each, so that two are enough. */
const [FIRST_SIGN, SIGNS] = [0x0800, 0xd000];

/**
 * The word as the index has it, prefixed with the account, so that no account's searches are slowed down by another's
 * texts. The prefix always has two characters, because SQLite's index keeps beginnings of words by their length.
 */
export function inAccount(accountId: number, word: string): string {
  const signs = [Math.floor(accountId / SIGNS), accountId % SIGNS].map((sign) => FIRST_SIGN + sign);
  return String.fromCharCode(...signs) + word;
}

function runsOf(text: string): string[] {
  const runs = folded(text).match(RUNS) ?? [];
  return runs.flatMap((run) => run.match(UNSPACED) ?? []);
}

function wordsToFind(runs: string[]): string[] {
  return [...new Set(runs.flatMap((run) => (IS_UNSPACED.test(run) ? pairs(run) : [shortened(run)])))];
}

function pieces(run: string): string[] {
  return [...run, ...pairs(run)];
}

/** Each pair of neighbouring characters; a single character as it is. */
function pairs(run: string): string[] {
  const characters = [...run];
  return characters.length === 1
    ? characters
    : characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function shortened(run: string): string {
  return run.length <= WORD_LENGTH ? run : [...run].slice(0, WORD_LENGTH).join('');
}
