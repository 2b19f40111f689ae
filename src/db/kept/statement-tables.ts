import type { Tx } from '../tx.ts';
import { sql } from 'kysely';
import type { ReadRows } from './kept-texts.ts';
import { type ReadKey, versionOf } from './row-versions.ts';
import { type KeyedTable, ROW_KEYS } from './triggers.ts';
import type { Schema, TablesRead, VersionedTexts } from './versioned-texts.ts';

/** The tables and columns that statements read on PostgreSQL, by their texts: there is no list of them to keep up to date. */
export class StatementTables {
  readonly #texts: VersionedTexts;
  readonly #schema: Schema;
  readonly #columns = new Map<string, Set<string>>();
  /** Whether a statement reads what has no versions. */
  isInDoubt = false;

  /** `texts` remembers what statements read. */
  constructor(texts: VersionedTexts, schema: Schema) {
    this.#texts = texts;
    this.#schema = schema;
  }

  note(sql: string): void {
    let read = this.#texts.statements.get(sql);
    if (read === undefined) {
      read = tablesIn(sql, this.#schema);
      this.#texts.statements.set(sql, read);
    }
    for (const [table, columns] of read) {
      if (columns === null) this.isInDoubt = true;
      this.#columns.set(table, new Set([...(this.#columns.get(table) ?? []), ...(columns ?? [])]));
    }
  }

  /** What was read for the thing that is the row of `table` with this key, first that row; `rows` are those of all tables. */
  rowsOf(table: KeyedTable, id: number, rows: ReadRows): ReadKey[] {
    const own = { of: this.#versionOf(table), key: id };
    return [own, ...[...this.#columns.keys()].flatMap((name) => this.#rowsIn(name, rows))];
  }

  #rowsIn(table: string, rows: ReadRows): ReadKey[] {
    const keys = table in ROW_KEYS ? rows[table as KeyedTable] : undefined;
    if (keys === undefined) return [{ of: versionOf(table, [], true), key: null }];
    const of = this.#versionOf(table);
    return [...new Set(keys)].map((key) => ({ of, key }));
  }

  #versionOf(table: string): string {
    return versionOf(table, this.#columns.get(table) ?? [], false);
  }
}

/** The tables that the statement names, with those of their columns that it names; null = they have no versions. */
function tablesIn(sql: string, schema: Schema): TablesRead {
  const words = new Set(sql.match(/\w+/g));
  // Without names of columns, behind the table's, and names that the statement gives: "labels" is a table and a column.
  const names = new Set(sql.replaceAll(/(\.|\bas )"?\w+"?/gi, ' ').match(/\w+/g));
  const isOfOtherSchema = /\b(from|join)\s+"?\w+"?\./i.test(sql);
  const tables = [...schema].filter(([table]) => names.has(table));
  return tables.map(([table, columns]) => {
    if (columns === null || isOfOtherSchema) return [table, null];
    return [table, sql.includes('*') ? columns : columns.filter((column) => words.has(column))];
  });
}

/** The tables of the schema of the PostgreSQL database in which its tables are found without naming it. */
export async function readSchema(tx: Tx): Promise<Schema> {
  type Row = { name: string; columns: string[]; isPlain: boolean };
  const { rows } = await sql<Row>`select c.relname as name, json_agg(a.attname) as columns,
      c.relkind = 'r' and not c.relhassubclass as "isPlain"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relnamespace = current_schema()::regnamespace
    group by c.oid`.execute(tx.db);
  return new Map(rows.map(({ name, columns, isPlain }) => [name, isPlain ? columns : null]));
}
