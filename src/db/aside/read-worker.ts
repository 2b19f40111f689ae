import Database from 'better-sqlite3';
import { serialize } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { prepare, type Statement } from '../drivers/sqlite-statement.ts';
import type { Answer, Asked, Opened } from './read-thread.ts';

// The worker thread: it gets statements one after the other, and posts what each has read.

const CACHED_STATEMENTS = 100;
/** How long a statement waits for another program's lock; this blocks nothing but this thread. */
const LOCKED_MS = 2000;
/** Pages kept in memory: 16 MiB. */
const CACHE_KIB = 16 * 1024;

const { path, nativeBinding } = workerData as Opened;
const database = new Database(path, { readonly: true, timeout: LOCKED_MS, ...(nativeBinding && { nativeBinding }) });
database.pragma(`cache_size = -${CACHE_KIB}`);
const statements = new LRUCache<string, Statement>({ max: CACHED_STATEMENTS });

parentPort?.on('message', (asked: Asked) => {
  // The disabled rule is for browser windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(answer(asked));
});

/** Each statement is a transaction of its own, which sees everything that was committed before it was asked for. */
function answer({ sql, parameters }: Asked): Answer {
  try {
    const statement = statements.get(sql) ?? prepare(database, sql);
    statements.set(sql, statement);
    return serialize(statement.all(parameters));
  } catch {
    return null;
  }
}
