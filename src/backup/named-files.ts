import { isFileKey } from '../storage/files.ts';
import { FILE_COLUMNS, OTHER_FILES } from '../storage/named-keys.ts';
import { BackupError, type Ending, type TableShape } from './format.ts';
import { quoted, type Snapshot } from './tables/snapshot.ts';

/** The keys of all files that rows name and that must be there, each once. An older schema may lack some of the columns. */
export function storedFiles(snapshot: Snapshot, tables: TableShape[]): Promise<string[]> {
  const columns = FILE_COLUMNS.map(({ since, ...column }) => ({
    ...column,
    where: since === null ? 'true' : `${quoted(since)} is not null`,
  }));
  return namedBy(snapshot, tables, columns);
}

/** The keys of files that rows name and that may be there, each once. */
export const otherFiles = (snapshot: Snapshot, tables: TableShape[]) => namedBy(snapshot, tables, OTHER_FILES);

async function namedBy(snapshot: Snapshot, tables: TableShape[], columns: typeof OTHER_FILES): Promise<string[]> {
  const known = new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)));
  const queries = columns
    .filter(({ table, column }) => known.has(`${table}.${column}`))
    .map(
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

/** Notes which files there are, and which rows name, to find one that is named and not there. */
export class NamedFiles {
  readonly #named = new Set<string>();
  readonly #there = new Set<string>();

  /** `rows` have a value for each column of the table. */
  take({ name, columns }: TableShape, rows: unknown[][]): void {
    const indexOf = (column: string) => columns.findIndex((of) => of.name === column);
    for (const { column, since } of FILE_COLUMNS.filter(({ table }) => table === name)) {
      const [at, sinceAt] = [indexOf(column), since === null ? null : indexOf(since)];
      for (const row of rows) {
        const key = row[at];
        const isStored = sinceAt === null || row[sinceAt] !== null;
        if (isStored && typeof key === 'string' && isFileKey(key)) this.#named.add(key);
      }
    }
  }

  takeFile(key: string): void {
    this.#there.add(key);
  }

  /**
   * `missing`: those that were not there already when the backup was made.
   * @throws BackupError when the backup lacks more than these
   */
  requireAll(path: string, { missing, without_files: isWithout }: Ending): void {
    if (isWithout) return;
    const lacking = this.#named.difference(this.#there);
    if (lacking.size === missing.count) return;
    const first = [...lacking].find((key) => !missing.first.includes(key));
    throw new BackupError(
      first === undefined
        ? `${path} is damaged: it says that ${missing.count} files were missing, and lacks ${lacking.size}`
        : `${path} is damaged: it lacks the file ${first}, which a row names`,
    );
  }
}
