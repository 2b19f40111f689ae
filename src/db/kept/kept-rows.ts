import type { CompiledQuery } from 'kysely';
import { keysOfRows, type ReadRows } from './kept-texts.ts';
import { KeptValues } from './kept-values.ts';
import type { Touches } from './touches.ts';

/** Values of all rows together, each counted as so many characters. */
const MOST_CHARACTERS = 4_000_000;
const VALUE_CHARACTERS = 30;
/** What the note of a result takes. */
const NOTE_CHARACTERS = 200;

/** A compiled query with the name that tells it from all others. */
export type NamedQuery<Row> = CompiledQuery<Row> & { name: string };

type Rows = readonly object[];

/** The rows of queries, kept until what they were read from is written. They are frozen, since many get the same. */
export class KeptRows {
  readonly #touches: Touches;
  readonly #results: KeptValues<Rows>;

  constructor(touches: Touches) {
    this.#touches = touches;
    this.#results = new KeptValues(touches, { most: MOST_CHARACTERS, sizeOf });
  }

  /**
   * The rows of `query`, which `execute` reads where they are not kept; `Touches` is caught up. `rowsOf` gives what those that are found were read
   * from; without it, every write to the tables of the query counts.
   */
  async read<Row>(
    query: NamedQuery<Row>,
    execute: () => Promise<Row[]>,
    rowsOf: (rows: Row[]) => ReadRows = () => ({}),
  ): Promise<Row[]> {
    const name = `${query.name} ${JSON.stringify(query.parameters)}`;
    const kept = this.#results.get(name) as Row[] | undefined;
    if (kept) return kept;

    const reading = this.#touches.begin();
    try {
      const tables = this.#touches.watch(query.sql);
      const rows = freeze(await execute());
      const read = rows.length === 0 ? {} : rowsOf(rows);
      if (tables !== null) this.#results.keep(reading, name, rows as Rows, keysOfRows(tables, read));
      return rows;
    } finally {
      this.#touches.end(reading);
    }
  }
}

/** The value with all that is inside of it frozen. */
function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
}

function sizeOf(rows: Rows): number {
  return NOTE_CHARACTERS + rows.length * Object.keys(rows[0] ?? {}).length * VALUE_CHARACTERS;
}
