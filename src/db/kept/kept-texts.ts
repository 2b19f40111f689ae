import { LRUCache } from 'lru-cache';
import type { Reading, Touched, Touches } from './touches.ts';
import { type KeyedTable, ROW_KEYS } from './triggers.ts';

/** Characters of all texts and of what is noted about them. */
const MOST_CHARACTERS = 13_000_000;
/** What a text takes besides its characters, and what each row does that it was made from. */
const NOTE_CHARACTERS = 200;
const ROW_CHARACTERS = 64;

/** The keys of the rows that something was made from, of the tables whose rows are told apart. */
export type ReadRows = { [Table in KeyedTable]?: readonly number[] };

/** All of the rows. A table that any of the parts has is one of the result. */
export function allRows(...parts: ReadRows[]): ReadRows {
  const all: { [Table in KeyedTable]?: number[] } = {};
  for (const part of parts) {
    for (const [table, keys] of Object.entries(part)) (all[table as KeyedTable] ??= []).push(...keys);
  }
  return all;
}

/** A text that holds after the time `from` and until `until` (in Unix milliseconds), while its rows do not change. */
export type Kept = { text: string; from: number; until: number; madeFrom: readonly string[] };

/** JSON texts by name, each kept until any row that it was made from changes. The least recently used leave first. */
export class KeptTexts {
  readonly touches: Touches;
  readonly #texts: LRUCache<string, Kept>;
  /** The names of the texts that were made from what the key says. */
  readonly #madeFrom = new Map<string, Set<string>>();

  constructor(touches: Touches, mostCharacters = MOST_CHARACTERS) {
    this.touches = touches;
    this.#texts = new LRUCache({
      maxSize: mostCharacters,
      sizeCalculation: ({ text, madeFrom }) => text.length + NOTE_CHARACTERS + madeFrom.length * ROW_CHARACTERS,
      dispose: ({ madeFrom }, name) => this.#unlink(name, madeFrom),
    });
    touches.listener = (touched) => (touched === null ? this.forget() : this.#forgetTouched(touched));
  }

  /** Forgets what other programs may have changed. Returns false when that cannot be told now. */
  catchUp(): boolean {
    try {
      this.touches.catchUp();
      return true;
    } catch {
      return false;
    }
  }

  /** The text with this name, if it holds at `now`. */
  find(name: string, now: Date): string | undefined {
    const kept = this.#texts.get(name);
    if (kept === undefined) return undefined;
    const time = now.getTime();
    return kept.from < time && time <= kept.until ? kept.text : undefined;
  }

  /** Keeps a text, unless what it was made from has been written since `reading` began. */
  keep(reading: Reading, name: string, kept: Kept): void {
    if (reading.isInDoubt || kept.madeFrom.some((key) => reading.touched.has(key))) return;
    this.#texts.set(name, kept);
    // A text that is larger than all may be together is not kept.
    if (this.#texts.has(name)) this.#link(name, kept.madeFrom);
  }

  forget(): void {
    this.#texts.clear();
    this.#madeFrom.clear();
  }

  #forgetTouched(touched: Touched): void {
    for (const key of touched) for (const name of this.#madeFrom.get(key) ?? []) this.#texts.delete(name);
  }

  #link(name: string, madeFrom: readonly string[]): void {
    for (const key of madeFrom) {
      const names = this.#madeFrom.get(key);
      if (names) names.add(name);
      else this.#madeFrom.set(key, new Set([name]));
    }
  }

  #unlink(name: string, madeFrom: readonly string[]): void {
    for (const key of madeFrom) {
      const names = this.#madeFrom.get(key);
      names?.delete(name);
      if (names?.size === 0) this.#madeFrom.delete(key);
    }
  }
}

/** The keys of what was read from the tables: of the rows where they are told apart and given, else of the whole table. */
export function keysOfRows(tables: Iterable<string>, rows: ReadRows): string[] {
  return [...tables].flatMap((table) => {
    const keys = table in ROW_KEYS ? rows[table as KeyedTable] : undefined;
    return keys === undefined ? [table] : [...new Set(keys)].map((key) => `${table} ${key}`);
  });
}
