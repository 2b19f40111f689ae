import Database from 'better-sqlite3';
import { BackupError } from '../format.ts';
import { inParts } from './in-parts.ts';
import type { Snapshot } from './snapshot.ts';

/** How long to wait for another program's lock. */
const LOCKED_MS = 30_000;

/**
 * Gives `read` the SQLite file as of now. Others go on writing, into the write-ahead log, which grows until `read` has ended.
 * @throws Error when the file cannot be read, and what `read` throws
 */
export async function withSqliteSnapshot<T>(
  path: string,
  nativeBinding: string | undefined,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const database = new Database(path, {
    fileMustExist: true,
    timeout: LOCKED_MS,
    ...(nativeBinding && { nativeBinding }),
  });
  try {
    database.pragma('query_only = on');
    database.exec('begin');
    const snapshot: Snapshot = {
      kind: 'sqlite',
      async all<Row>(sql: string) {
        return database.prepare<[], Row>(sql).all();
      },
      texts: (sql) => inParts(database.prepare<[], string>(sql).pluck().iterate()),
    };
    return await read(snapshot);
  } finally {
    database.close();
  }
}

/** @throws BackupError unless all of the SQLite file at `path` is sound */
export function requireSound(path: string, nativeBinding: string | undefined): void {
  const database = new Database(path, { fileMustExist: true, ...(nativeBinding && { nativeBinding }) });
  try {
    const faults = database.pragma('integrity_check(1)', { simple: true });
    if (faults !== 'ok') throw new BackupError(`${path} is damaged: ${String(faults)}`);
  } finally {
    database.close();
  }
}
