import { BackupError, type Header, type TableShape } from './format.ts';
import { KeySet } from './key-set.ts';

type Reference = NonNullable<TableShape['references']>[number];

/** Notes which rows there are, and which of them others name, to find one that is named and not there. */
export class NamedRows {
  readonly #references: { table: string; reference: Reference; named: KeySet }[];
  /** By "table.column", of the columns that references are to. */
  readonly #keys: Map<string, KeySet>;

  constructor({ tables }: Header) {
    this.#references = tables.flatMap(({ name, references = [] }) =>
      references.map((reference) => ({ table: name, reference, named: new KeySet() })),
    );
    this.#keys = new Map(this.#references.map(({ reference }) => [keyOf(reference), new KeySet()]));
  }

  /** `rows` have a value for each column of the table, null where there is none. */
  take({ name, columns }: TableShape, rows: unknown[][]): void {
    const note = (column: string, into: KeySet) => {
      const index = columns.findIndex((of) => of.name === column);
      for (const row of rows) if (typeof row[index] === 'number') into.add(row[index]);
    };
    for (const { name: column } of columns) {
      const keys = this.#keys.get(`${name}.${column}`);
      if (keys) note(column, keys);
    }
    for (const { table, reference, named } of this.#references) if (table === name) note(reference.column, named);
  }

  /** @throws BackupError when a row names one that was not there */
  requireAll(path: string): void {
    for (const { table, reference, named } of this.#references) {
      const lacking = named.firstNotIn(this.#keys.get(keyOf(reference)) ?? new KeySet());
      if (lacking === null) continue;
      throw new BackupError(
        `${path} is damaged: a row of ${table} names ${keyOf(reference)} ${lacking} as its ${reference.column}, which it lacks`,
      );
    }
  }
}

const keyOf = ({ to }: Reference) => `${to.table}.${to.column}`;
