import { isFileKey } from '../storage/files.ts';
import { FILE_COLUMNS } from '../storage/named-keys.ts';
import type { TableShape } from './format.ts';
import { quoted, type Snapshot } from './tables/snapshot.ts';

/**
 * The keys of all files that rows name, each once: of those that must be there, or of those that may be. An older schema may
 * lack some of the columns.
 */
export async function namedFiles(snapshot: Snapshot, tables: TableShape[], isStored: boolean): Promise<string[]> {
  const columns = new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)));
  const queries = FILE_COLUMNS.filter((of) => of.isStored === isStored && columns.has(`${of.table}.${of.column}`)).map(
    ({ table, column, where }) =>
      `select ${quoted(column)} as key from ${quoted(table)} where ${quoted(column)} is not null and ${where}`,
  );
  const keys: string[] = [];
  if (queries.length === 0) return keys;
  for await (const named of snapshot.texts(queries.join(' union '))) {
    for (const key of named) if (isFileKey(key)) keys.push(key);
  }
  return keys;
}
