/** Longer words are known by their beginning. */
const WORD_LENGTH = 60;
/** What the words of one text may have in all, in bytes: PostgreSQL takes a megabyte. */
const WORDS_BYTES = 1_000_000;

/**
 * More marks on one character than anybody writes: bringing them into their order takes time by the square of them
 * (UAX #15, "stream-safe text"). The last two become marks in that form.
 */
const EXCESS_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;
const RUNS = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+|[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu;
const IS_UNSPACED =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** What is looked for in an index of words: all of `words`, and a word that begins with `prefix` if that is not null. */
export type WordQuery = { words: string[]; prefix: string | null };

/**
 * The words by which a text is found: runs of letters and digits in lower case; in scripts without spaces each
 * character, and each two that stand together. The same for both databases, whatever their own ideas of a word.
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

/** Texts with all the words of `text`, the last as the beginning of one; null when it has none. */
export function wordQuery(text: string): WordQuery | null {
  const runs = runsOf(text);
  const last = runs.at(-1);
  if (last === undefined) return null;
  if (IS_UNSPACED.test(last)) return { words: wordsToFind(runs), prefix: null };
  return { words: wordsToFind(runs.slice(0, -1)), prefix: shortened(last) };
}

/** What `inAccount` puts before each word, in bytes. */
const ACCOUNT_BYTES = 6;
/** The signs that an account's number is written with: 53,248 of three bytes each, so that two are enough for any. */
const [FIRST_SIGN, SIGNS] = [0x0800, 0xd000];

/**
 * The word as the index has it: each account has words of its own, so that none pays for what another has written. The
 * account is always two characters, because SQLite's index keeps the beginnings of words by their length.
 */
export function inAccount(accountId: number, word: string): string {
  const signs = [Math.floor(accountId / SIGNS), accountId % SIGNS].map((sign) => FIRST_SIGN + sign);
  return String.fromCharCode(...signs) + word;
}

function runsOf(text: string): string[] {
  const runs = text.replaceAll(EXCESS_MARKS, '$1').normalize('NFKC').toLowerCase().match(RUNS) ?? [];
  return runs.flatMap((run) => run.match(UNSPACED) ?? []);
}

function wordsToFind(runs: string[]): string[] {
  return [...new Set(runs.flatMap((run) => (IS_UNSPACED.test(run) ? pairs(run) : [shortened(run)])))];
}

function pieces(run: string): string[] {
  return [...run, ...pairs(run)];
}

/** Each two characters that stand together; the character itself where there is but one. */
function pairs(run: string): string[] {
  const characters = [...run];
  return characters.length === 1
    ? characters
    : characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function shortened(run: string): string {
  return run.length <= WORD_LENGTH ? run : [...run].slice(0, WORD_LENGTH).join('');
}
