import Database from 'better-sqlite3';
import { chmodSync, closeSync, existsSync, openSync, readSync, realpathSync, truncateSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** How long a starting server waits for another one that starts or stops at the same time. */
const WAIT_MS = 500;
/** Where SQLite's file format has `user_version`, a number of four bytes that is free for use. */
const USER_VERSION_OFFSET = 60;
const DAMAGED = ['SQLITE_NOTADB', 'SQLITE_CORRUPT'];

/** Another server uses the SQLite file. */
class SecondServerError extends Error {
  // The name of the class is a short one in the executable.
  override name = 'SecondServerError';
}

/**
 * Makes this process the only server of the SQLite database at `file`, by its real path; commands can still use the
 * database. Returns a function that releases it. The lock is the operating system's, on a small database beside the
 * file, which need not be there yet: it ends with the process, however that ends. `nativeBinding` is the path of SQLite's addon; undefined = that of
 * the npm package.
 * @throws SecondServerError that names the other process; Error when the lock cannot be written
 */
export function takeServeLock(file: string, nativeBinding?: string): () => void {
  const real = existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file));
  const path = `${real}.lock`;
  try {
    return holdLock(path, nativeBinding);
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (DAMAGED.includes(code)) {
      // Left by a power cut; it has no content worth keeping.
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
  const lock = new Database(path, { timeout: WAIT_MS, ...(nativeBinding && { nativeBinding }) });
  try {
    // Keeps the lock past the commit that writes this process's id into the file.
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
    // On a full disk the lock is still held; only the process id is missing.
  }
}

/** The process id in the file, read as bytes: SQLite lets only the process with the lock read. */
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
