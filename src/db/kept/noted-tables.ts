import { keysIn, type ReadRows } from './row-keys.ts';
import type { TableRead } from './statement-reads.ts';

/** What was read of a table, with its columns: the rows with the key, or all rows where it is null. */
export type RowRead = { table: string; columns: ReadonlySet<string>; key: number | null };

/** What the statements read that something is made from. */
export class NotedTables {
  readonly #columns = new Map<string, Set<string>>();
  /** Whether it can be told when it changes; not before a statement is noted. */
  #isKnown: boolean | null = null;

  /** Notes what a statement reads; null = it cannot be told when that changes. */
  note(tables: readonly TableRead[] | null): void {
    this.#isKnown = tables !== null && this.#isKnown !== false;
    for (const { table, columns } of tables ?? []) {
      const noted = this.#columns.get(table) ?? new Set();
      for (const column of columns ?? []) noted.add(column);
      this.#columns.set(table, noted);
    }
  }

  /** What was read, where `rows` are the rows of all statements; null = it cannot be told when it changes. */
  rowsOf(rows: ReadRows): RowRead[] | null {
    if (!this.#isKnown) return null;
    return [...this.#columns].flatMap(([table, columns]): RowRead[] => {
      const keys = keysIn(rows, table);
      return keys === null ? [{ table, columns, key: null }] : keys.map((key) => ({ table, columns, key }));
    });
  }
}
