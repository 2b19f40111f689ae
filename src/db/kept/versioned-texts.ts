import { LRUCache } from 'lru-cache';
import { type Kept, KeptTexts } from './kept-texts.ts';
import type { StatementReads } from './statement-reads.ts';

/** Characters of what is remembered of lists. */
const MOST_OF_LISTS = 4_000_000;
const NOTE_CHARACTERS = 200;
const ROW_CHARACTERS = 100;
/**
 * How long a text is kept. PostgreSQL uses the number of a transaction, by which versions are told apart, again after four
 * billion others: an hour is too short for that. Rows keep the number when they are frozen.
 */
const MOST_MS = 3_600_000;

/**
 * What was read of a table: the rows with `key`, or all rows where it is null; `of` is the table as `versionedKey` has it.
 * The version is null where there was no row. `name` is all of that together.
 */
export type ReadVersion = { of: string; key: number | null; version: string | null; name: string };

/** The question whether rows have other versions now, ready to be asked again. */
export type Check = { names: ReadonlySet<string>; values: Record<string, string>; variant: string };

/** Its answer: the names of those that do, of the rows on this server. */
export type Checked = { check: Check; server: string; changed: ReadonlySet<string> };

/** A text with the version of the thing's own row (`xmin`), and the other rows that it was made from. */
export type VersionedText = Kept & { own: string; rows: readonly ReadVersion[] };

/** The texts on PostgreSQL: whether one still holds is found by the versions of its rows. */
export class VersionedTexts extends KeptTexts<VersionedText> {
  /** Null = the schema has not been read. */
  reads: StatementReads | null = null;
  /** What was checked last for each list, to be asked with its keys the next time. */
  readonly #checks = new LRUCache<string, { check: Check | null }>({
    maxSize: MOST_OF_LISTS,
    sizeCalculation: ({ check }, list) => NOTE_CHARACTERS + list.length + (check?.names.size ?? 0) * ROW_CHARACTERS,
  });
  #server = '';

  constructor() {
    super(null, { noteSizeOf: ({ rows }) => rows.length * ROW_CHARACTERS });
  }

  /** Whether the list was asked for before. Most of those that were not, such as deep pages, are not asked for again. */
  isAskedAgain(list: string): boolean {
    const isKnown = this.#checks.has(list);
    if (!isKnown) this.#checks.set(list, { check: null });
    return isKnown;
  }

  checkOf(list: string): Check | null {
    return this.#checks.get(list)?.check ?? null;
  }

  setCheck(list: string, check: Check): void {
    this.#checks.set(list, { check });
  }

  /** Keeps a text that was read at `now`. */
  keepUntilChecked(name: string, text: VersionedText, now: Date): void {
    this.set(name, { ...text, until: Math.min(text.until, now.getTime() + MOST_MS) }, []);
  }

  /**
   * Forgets all texts when `server` is not the one that they were read from: after a restart from a backup, or on a standby
   * that took over, the same versions may stand for other rows. Returns whether they were kept.
   */
  forgetUnlessOf(server: string): boolean {
    if (server === this.#server) return true;
    this.forget();
    this.#server = server;
    return false;
  }
}
