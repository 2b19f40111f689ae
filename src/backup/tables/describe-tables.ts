import { BackupError, type TableShape, type ValueType } from '../format.ts';
import { TABLE_DIALECTS } from './dialects.ts';
import type { DeclaredColumn, DeclaredReference, Snapshot } from './snapshot.ts';

/**
 * Tables without a copy: the list of migrations, which is made anew by applying them, and the search index with what waits for
 * it, which is made anew from messages, contacts and articles.
 */
const LEFT_OUT = /^(migrations|message_search.*|contact_search.*|contact_texts|article_search.*|search_changes)$/;

/** By the types that the databases declare. */
const TYPES: Record<string, ValueType> = {
  integer: 'integer',
  bigint: 'integer',
  smallint: 'integer',
  double: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  datetime: 'moment',
  'timestamp with time zone': 'moment',
  json: 'json',
  jsonb: 'json',
  text: 'text',
  'character varying': 'text',
};

/** The tables that a backup has, with their columns and what these refer to. @throws BackupError when a column is of a type that it cannot have */
export async function describeTables(snapshot: Snapshot): Promise<TableShape[]> {
  const columns = await snapshot.all<DeclaredColumn>(TABLE_DIALECTS[snapshot.kind].columns);
  const tables = Map.groupBy(
    columns.filter(({ table }) => !LEFT_OUT.test(table)),
    ({ table }) => table,
  );
  const all = await snapshot.all<DeclaredReference>(TABLE_DIALECTS[snapshot.kind].references);
  const references = Map.groupBy(all, ({ table }) => table);
  return [...tables].map(([name, of]) => ({
    name,
    columns: of.map(typed),
    references: (references.get(name) ?? []).map(referring),
  }));
}

const referring = ({ column, toTable, toColumn }: DeclaredReference) => ({
  column,
  to: { table: toTable, column: toColumn },
});

function typed({ table, column, type }: DeclaredColumn): TableShape['columns'][number] {
  const known = TYPES[type];
  if (known !== undefined) return { name: column, type: known };
  throw new BackupError(`${table}.${column} is of the type ${type}, which backups do not know`);
}
