import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Checkpointed } from '../../db/drivers/sqlite-file.ts';

/** How long others may go on reading or copying the log. */
const WAIT_MS = 60_000;
const PAUSE_MS = 50;

/**
 * Copies the rest of the write-ahead log to the SQLite file at `path`, once no one else reads or copies it. Closing the
 * connection does the same, but hides a failure.
 * @throws Error when the disk refuses, or others have the file for a minute
 */
export async function emptyLog(path: string, nativeBinding: string | undefined): Promise<void> {
  const until = performance.now() + WAIT_MS;
  const database = new Database(path, { fileMustExist: true, timeout: 0, ...(nativeBinding && { nativeBinding }) });
  try {
    while (existsSync(`${path}-wal`)) {
      if (isEmptied(database)) return;
      if (performance.now() > until) throw new Error('the write-ahead log cannot be copied: others read it');
      await sleep(PAUSE_MS);
    }
  } finally {
    database.close();
  }
}

/** Tries it once. False = another connection reads or copies the log. */
function isEmptied(database: Database.Database): boolean {
  const [{ busy, log }] = database.pragma('wal_checkpoint(truncate)') as [Checkpointed];
  return busy === 0 && log === 0;
}
