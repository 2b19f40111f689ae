import type { CompiledQuery } from 'kysely';
import { deepFreeze } from '../../config/tree.ts';
import { KeptValues } from './kept-values.ts';
import type { Reading } from './reading.ts';
import type { ReadRows } from './row-keys.ts';
import type { Touches } from './touches.ts';

/** Most characters of all rows as JSON, with their keys. */
const MOST_CHARACTERS = 4_000_000;
/** The same of one result, unless it takes long to read: larger ones would leave no room for those that are asked for most. */
const MOST_OF_ONE = 64_000;
/** What a result takes besides its rows. */
const NOTE_CHARACTERS = 200;

/** A compiled query with the name that tells it from all others. */
export type NamedQuery<Row> = CompiledQuery<Row> & { name: string };

type Rows = readonly object[];
/** A read under way, with what is written meanwhile. */
type Running = { rows: Promise<Rows>; reading: Reading };

/**
 * The rows of queries, kept until a table or row that they were read from is written. They are frozen, because all who
 * ask get the same.
 */
export class KeptRows {
  readonly #touches: Touches;
  readonly #results: KeptValues<Rows>;
  /** Reads under way, by name. */
  readonly #running = new Map<string, Running>();

  /** `mostOfOne`: results of more characters are not kept. */
  constructor(touches: Touches, mostOfOne = MOST_OF_ONE) {
    this.#touches = touches;
    this.#results = new KeptValues(touches, { most: MOST_CHARACTERS, mostOfOne, sizeOf });
  }

  /**
   * The rows of `query`: the kept ones, those of the same read under way, or else those that `execute` reads. To be called when
   * `Touches` is caught up. `rowsOf` gives the rows of tables that these were read from; without it, every write to the tables
   * of the query counts.
   */
  read<Row>(
    query: NamedQuery<Row>,
    execute: () => Promise<Row[]>,
    rowsOf: (rows: Row[]) => ReadRows = () => ({}),
  ): Promise<Row[]> {
    const name = resultName(query, (value) => value);
    const kept = this.find<Row>(name);
    if (kept) return Promise.resolve(kept);
    const running = this.#running.get(name);
    if (running?.reading.unchangedKeys({})) return running.rows as Promise<Row[]>;
    return this.#readAnew(query, name, execute, rowsOf);
  }

  /** The kept rows of this name (`resultName`). To be called when `Touches` is caught up. */
  find<Row>(name: string): Row[] | undefined {
    return this.#results.get(name) as Row[] | undefined;
  }

  #readAnew<Row>(
    query: NamedQuery<Row>,
    name: string,
    execute: () => Promise<Row[]>,
    rowsOf: (rows: Row[]) => ReadRows,
  ): Promise<Row[]> {
    return this.#touches.reading(async (reading) => {
      reading.note(query.sql);
      const found = execute().then(deepFreeze);
      const running = { rows: found as Promise<Rows>, reading };
      this.#running.set(name, running);
      try {
        const rows = await found;
        this.#results.keep(reading, name, rows as Rows, rows.length === 0 ? {} : rowsOf(rows));
        return rows;
      } finally {
        if (this.#running.get(name) === running) this.#running.delete(name);
      }
    });
  }
}

/** The name of what the query gives with these values, of which `valueOf` gives each for its parameter. */
export function resultName(
  { name, parameters }: NamedQuery<unknown>,
  valueOf: (parameter: unknown) => unknown,
): string {
  let result = name;
  for (const parameter of parameters) result += nameOf(valueOf(parameter));
  return result;
}

/** A parameter's value as an unambiguous text with its length. */
function nameOf(parameter: unknown): string {
  if (typeof parameter === 'string') return ` ${parameter.length}:${parameter}`;
  return ` ${typeof parameter === 'number' ? parameter : JSON.stringify(parameter)}`;
}

function sizeOf(rows: Rows): number {
  return NOTE_CHARACTERS + JSON.stringify(rows).length;
}
