import { LRUCache } from 'lru-cache';
import { holdsAt, type Kept } from './kept-texts.ts';

/** Characters of all texts and of what is noted about them. */
const MOST_CHARACTERS = 13_000_000;
/** The same of what is remembered of lists. */
const MOST_OF_LISTS = 4_000_000;
const KNOWN_STATEMENTS = 500;
const NOTE_CHARACTERS = 200;
const ROW_CHARACTERS = 100;
/**
 * How long a text is kept. PostgreSQL uses the number of a transaction, by which versions are told apart, again after four
 * billion others: an hour is too short for that. Rows keep the number when they are frozen.
 */
const MOST_MS = 3_600_000;

/**
 * What was read of a table: the rows with `key`, or all rows where it is null; `of` is the table as `versionOf` has it.
 * The version is null where there was no row. `name` is all of that together.
 */
export type ReadVersion = { of: string; key: number | null; version: string | null; name: string };

/** The question whether rows have other versions now, ready to be asked again. */
export type Check = { names: ReadonlySet<string>; values: Record<string, string>; variant: string };

/** Its answer: the names of those that do, of the rows on this server. */
export type Checked = { check: Check; server: string; changed: ReadonlySet<string> };

/** A text with the version of the thing's own row (`xmin`), and the other rows that it was made from. */
export type VersionedText = Kept & { own: string; rows: readonly ReadVersion[] };

/** The columns of each table of the schema; null = a view or another relation whose rows have no version. */
export type Schema = ReadonlyMap<string, readonly string[] | null>;

/** The tables and columns that a statement reads; null = it cannot be told when they change. */
export type TablesRead = (readonly [table: string, columns: readonly string[] | null])[];

/**
 * JSON texts by name, on PostgreSQL: whether one still holds is found by the versions of its rows. The least recently used
 * leave first.
 */
export class VersionedTexts {
  /** Null = not read yet. */
  schema: Schema | null = null;
  /** What statements read, by their texts. */
  readonly statements = new LRUCache<string, TablesRead>({ max: KNOWN_STATEMENTS });
  readonly #texts = new LRUCache<string, VersionedText>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ json, rows }) => json.text.length + NOTE_CHARACTERS + rows.length * ROW_CHARACTERS,
  });
  /** The texts that are being made, by their names: others wait for them rather than read the same. */
  readonly making = new Map<string, Promise<unknown>>();
  /** What was checked last for each list, to be asked with its keys the next time. */
  readonly #checks = new LRUCache<string, { check: Check | null }>({
    maxSize: MOST_OF_LISTS,
    sizeCalculation: ({ check }, list) => NOTE_CHARACTERS + list.length + (check?.names.size ?? 0) * ROW_CHARACTERS,
  });
  #server = '';

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

  /** The text with this name, if it holds at `now` while its rows do not change. */
  find(name: string, now: Date): VersionedText | undefined {
    const kept = this.#texts.get(name);
    return kept && holdsAt(kept, now) ? kept : undefined;
  }

  keep(name: string, kept: VersionedText, now: Date): void {
    this.#texts.set(name, { ...kept, until: Math.min(kept.until, now.getTime() + MOST_MS) });
  }

  /**
   * Forgets all texts when `server` is not the one that they were read from: after a restart from a backup, or on a standby
   * that took over, the same versions may stand for other rows. Returns whether it was.
   */
  isOf(server: string): boolean {
    if (server === this.#server) return true;
    this.#texts.clear();
    this.#server = server;
    return false;
  }
}
