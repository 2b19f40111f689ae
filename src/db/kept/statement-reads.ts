import { LRUCache } from 'lru-cache';
import type { Schema } from './schema.ts';

/** A table that a statement names, with the columns that it names; null = a virtual table, which counts as a whole. */
export type TableRead = { table: string; columns: readonly string[] | null };

const KNOWN_STATEMENTS = 500;

/** What statements read, found in their texts: there is no list of tables to keep up to date. */
export class StatementReads {
  readonly #schema: Schema;
  readonly #known = new LRUCache<string, { tables: readonly TableRead[] | null }>({ max: KNOWN_STATEMENTS });

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  /** The tables that the statement names; null = it cannot be told when what it reads changes. */
  of(sql: string): readonly TableRead[] | null {
    let known = this.#known.get(sql);
    if (known === undefined) {
      known = { tables: tablesIn(sql, this.#schema) };
      this.#known.set(sql, known);
    }
    return known.tables;
  }
}

/** What gives another answer each time, though nothing is written. */
const CHANGING = /\b(random|randomblob|current_\w+|date|time|datetime|julianday|unixepoch|strftime|now)\b/i;
/** A table with its schema, which need not be the usual one. */
const WITH_SCHEMA = /\b(from|join)\s+"?\w+"?\.|\b(main|temp)"?\./i;

function tablesIn(sql: string, schema: Schema): TableRead[] | null {
  if (CHANGING.test(sql) || WITH_SCHEMA.test(sql)) return null;
  const words = new Set(sql.match(/\w+/g));
  // Without names of columns, behind the table's, and names that the statement gives: "labels" is a table and a column.
  const names = new Set(sql.replaceAll(/(\.|\bas )"?\w+"?/gi, ' ').match(/\w+/g));
  const isOfAll = sql.replaceAll('count(*)', '').includes('*');
  const named = [...schema].filter(([name]) => names.has(name));
  if (named.some(([, { kind }]) => kind === 'other')) return null;
  return named.map(([table, { kind, columns }]) => {
    if (kind === 'virtual') return { table, columns: null };
    return { table, columns: isOfAll ? columns : columns.filter((column) => words.has(column)) };
  });
}
