import Database from 'better-sqlite3';
import { serialize } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { prepare, type Statement } from '../drivers/sqlite-statement.ts';
import type { Answer, Asked, Opened } from './aside-thread.ts';

// The worker thread: it gets statements one after the other, and posts what each gives.

const CACHED_STATEMENTS = 100;
/** How long a statement waits for another program's lock; this blocks nothing but this thread. */
const LOCKED_MS = 2000;
/** Pages kept in memory: 16 MiB. */
const CACHE_KIB = 16 * 1024;

const { path, nativeBinding } = workerData as Opened;
const reading = open({ readonly: true });
reading.pragma(`cache_size = -${CACHE_KIB}`);
const statements = new LRUCache<string, Statement>({ max: CACHED_STATEMENTS });
/** For checkpoints; null = there was none yet. */
let writing: Database.Database | null = null;

parentPort?.on('message', (asked: Asked) => {
  // The disabled rule is for browser windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(answer(asked));
});

function answer(asked: Asked): Answer {
  try {
    return serialize('checkpoint' in asked ? checkpoint() : read(asked));
  } catch {
    return null;
  }
}

/** Each statement is a transaction of its own, which sees everything that was committed before it was asked for. */
function read({ sql, parameters }: { sql: string; parameters: unknown[] }): unknown[] {
  const statement = statements.get(sql) ?? prepare(reading, sql);
  statements.set(sql, statement);
  return statement.all(parameters);
}

/** Copies what no one reads or writes from the write-ahead log to the file, while others go on writing. */
function checkpoint(): unknown {
  if (writing === null) {
    writing = open({});
    writing.pragma('synchronous = FULL');
  }
  return writing.pragma('wal_checkpoint(passive)');
}

function open(options: Database.Options): Database.Database {
  return new Database(path, { timeout: LOCKED_MS, ...options, ...(nativeBinding && { nativeBinding }) });
}
