import Database from 'better-sqlite3';
import { chmodSync } from 'node:fs';

/** How long opening the file may wait for another program; this blocks the whole process. */
const OPENING_MS = 5000;
/** Pages kept in memory: 16 MiB. The system keeps more, which takes a few microseconds a page. */
export const CACHE_KIB = 16 * 1024;
/**
 * Pages in the write-ahead log before they are copied to the file: 16 MiB. SQLite's default of 4 MiB syncs twice as often
 * under load.
 */
export const LOG_PAGES = 4096;
/** The limit for SQLite itself beside `Checkpoints`, which copies earlier unless it fails. */
export const LATE_LOG_PAGES = 4 * LOG_PAGES;

/**
 * Opens the SQLite file with the settings of all commands, and creates a missing file.
 * @throws SqliteError when the file cannot be opened
 */
export function openFile(path: string, nativeBinding?: string): Database.Database {
  const database = new Database(path, { timeout: OPENING_MS, ...(nativeBinding && { nativeBinding }) });
  database.pragma('journal_mode = WAL');
  // Keeps the undo data of savepoints in memory; SQLite would write a group's changes to a temporary file.
  database.pragma('temp_store = memory');
  database.pragma('foreign_keys = ON');
  database.pragma(`cache_size = -${CACHE_KIB}`);
  // From here on, the driver waits for locks itself, without blocking other work.
  database.pragma('busy_timeout = 0');
  // As goesOn() in dialect.ts has it; in aside-worker.ts it may end the statement.
  database.function('parley_goes_on', () => 1);
  // Other users of the machine must not read the messages.
  if (path !== ':memory:') chmodSync(path, 0o600);
  return database;
}
