import { NotedTables } from './noted-tables.ts';
import type { ReadRows } from './row-keys.ts';
import type { TableRead } from './statement-reads.ts';

/** Something that is being read, with what is written meanwhile; `Touches` begins and ends it. */
export class Reading {
  readonly #tables = new NotedTables();
  readonly #watch: (sql: string) => readonly TableRead[] | null;
  /** What was written since it began: "contacts" and "contacts 5" for the contact 5. */
  readonly touched = new Set<string>();
  /** Whether other things may have been written, too. */
  isInDoubt = false;

  /** `watch` has writes to what a statement reads reported; null = it cannot. */
  constructor(watch: (sql: string) => readonly TableRead[] | null) {
    this.#watch = watch;
  }

  /** To be called before each statement whose writes matter. */
  note(sql: string): void {
    const tables = this.#watch(sql);
    if (tables === null) this.isInDoubt = true;
    this.#tables.note(tables);
  }

  /**
   * The keys of what the statements have read, where `rows` are the rows of all of them: of tables that it leaves out, every
   * write counts. Null = some of it has been written since, or it cannot be told.
   */
  unchangedKeys(rows: ReadRows): string[] | null {
    const read = this.isInDoubt ? null : this.#tables.rowsOf(rows);
    if (read === null) return null;
    const keys = read.map(({ table, key }) => (key === null ? table : `${table} ${key}`));
    return keys.some((key) => this.touched.has(key)) ? null : keys;
  }
}
