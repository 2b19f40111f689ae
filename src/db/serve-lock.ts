import Database from 'better-sqlite3';
import { chmodSync, closeSync, openSync, readSync, realpathSync, truncateSync } from 'node:fs';

/** How long two that start together wait for each other. */
const PATIENCE_MS = 500;
/** Where SQLite's file format has `user_version`, a number of four bytes that is free for use. */
const USER_VERSION_OFFSET = 60;
const DAMAGED = ['SQLITE_NOTADB', 'SQLITE_CORRUPT'];

/** Another server has the SQLite file. */
export class SecondServerError extends Error {}

/**
 * Takes the SQLite database at `file` for this process as its only server, under whatever path it was named; commands go
 * on beside it. Returns what gives it back. The lock is the operating system's, on a small database beside the file: it
 * ends with the process, however that ends.
 * @throws SecondServerError that names the other process
 */
export function takeServeLock(file: string, nativeBinding?: string): () => void {
  const real = realpathSync(file);
  const path = `${real}.lock`;
  try {
    return holdLock(path, nativeBinding);
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (DAMAGED.includes(code)) {
      // What a power cut left: nothing in it is worth keeping.
      truncateSync(path);
      return holdLock(path, nativeBinding);
    }
    if (code !== 'SQLITE_BUSY') throw error;
    const holder = holderOf(path);
    throw new SecondServerError(
      `${real} is served already, by process ${holder}: stop that first ("kill ${holder}"), or take PostgreSQL, which several processes can serve`,
      { cause: error },
    );
  }
}

function holdLock(path: string, nativeBinding: string | undefined): () => void {
  const lock = new Database(path, { timeout: PATIENCE_MS, ...(nativeBinding && { nativeBinding }) });
  try {
    // Kept past the end of the transaction, so that its holder's number can be in the file meanwhile.
    lock.pragma('locking_mode = exclusive');
    // No second file beside it.
    lock.pragma('journal_mode = memory');
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    throw error;
  }
  chmodSync(path, 0o600);
  writeHolder(lock);
  return () => lock.close();
}

function writeHolder(lock: Database.Database): void {
  try {
    lock.pragma(`user_version = ${process.pid}`);
    lock.exec('commit');
  } catch {
    // A full disk: the lock holds all the same, and only its owner's number is not told.
  }
}

/** Read as bytes: SQLite lets nobody but the holder read. */
function holderOf(path: string): number {
  const bytes = Buffer.alloc(4);
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, bytes.length, USER_VERSION_OFFSET);
  } finally {
    closeSync(file);
  }
  return bytes.readUInt32BE();
}
