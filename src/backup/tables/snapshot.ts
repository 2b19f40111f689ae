import type { DatabaseKind, Sequences, TableShape } from '../format.ts';

/** A database as of one moment, whatever others write meanwhile. */
export type Snapshot = {
  kind: DatabaseKind;
  /** The rows of a query that has few of them. */
  all<Row>(sql: string): Promise<Row[]>;
  /** The only column of a query that may have very many rows, in parts of about a megabyte. */
  texts(sql: string): AsyncIterable<string[]>;
};

/** A column as the database declares it. */
export type DeclaredColumn = { table: string; column: string; type: string };

/** A foreign key of a column as the database declares it: to a column of another table. */
export type DeclaredReference = { table: string; column: string; toTable: string; toColumn: string };

/** What each kind of database has of its own. */
export type TableDialect = {
  /** The migrations that were applied, in their order. */
  migrations: string;
  columns: string;
  sequences: string;
  /** The foreign keys, as `DeclaredReference`. */
  references: string;
  /** A query for the rows of the table as JSON arrays, with values as in VALUE_TYPES. */
  rows(table: TableShape): string;
};

/** The last keys, without tables that have given none. */
export async function readSequences(snapshot: Snapshot, dialect: TableDialect): Promise<Sequences> {
  const rows = await snapshot.all<{ table: string; last: number | string | null }>(dialect.sequences);
  return rows.flatMap(({ table, last }) => (last === null ? [] : [{ table, last: Number(last) }]));
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
