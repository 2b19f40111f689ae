import type { JsonText } from './json-text.ts';
import { KeptValues } from './kept-values.ts';
import type { Reading, Touches } from './touches.ts';
import { type KeyedTable, ROW_KEYS } from './triggers.ts';

/** Characters of all texts and of what is noted about them. */
const MOST_CHARACTERS = 13_000_000;
/** What a text takes besides its characters. */
const NOTE_CHARACTERS = 200;

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
export type Kept = { json: JsonText; from: number; until: number };

/** Whether the text holds at `now`, if its rows have not changed. */
export function holdsAt({ from, until }: Pick<Kept, 'from' | 'until'>, now: Date): boolean {
  const time = now.getTime();
  return from < time && time <= until;
}

/** JSON texts by name, each kept until any row that it was made from changes. */
export class KeptTexts {
  readonly touches: Touches;
  readonly #texts: KeptValues<Kept>;

  constructor(touches: Touches, mostCharacters = MOST_CHARACTERS) {
    this.touches = touches;
    const sizeOf = ({ json }: Kept) => json.text.length + NOTE_CHARACTERS;
    this.#texts = new KeptValues(touches, { most: mostCharacters, sizeOf });
  }

  /** The text with this name, if it holds at `now`. */
  find(name: string, now: Date): JsonText | undefined {
    const kept = this.#texts.get(name);
    return kept && holdsAt(kept, now) ? kept.json : undefined;
  }

  /** Keeps a text, unless what it was made from has been written since `reading` began. */
  keep(reading: Reading, name: string, kept: Kept, madeFrom: readonly string[]): void {
    this.#texts.keep(reading, name, kept, madeFrom);
  }
}

/** The keys of what was read from the tables: of the rows where they are told apart and given, else of the whole table. */
export function keysOfRows(tables: Iterable<string>, rows: ReadRows): string[] {
  return [...tables].flatMap((table) => {
    const keys = table in ROW_KEYS ? rows[table as KeyedTable] : undefined;
    return keys === undefined ? [table] : [...new Set(keys)].map((key) => `${table} ${key}`);
  });
}
