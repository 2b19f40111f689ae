import Database from 'better-sqlite3';
import { serialize } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { LOG_PAGES } from '../drivers/open-file.ts';
import { prepare, type Statement } from '../drivers/sqlite-statement.ts';
import type { Answer, Asked, Opened, Read, Write } from './aside-thread.ts';

// The worker thread: it gets statements one after the other, and posts what each gives.

/** A statement was ended that did not end by itself. */
class TookTooLong extends Error {}

const CACHED_STATEMENTS = 100;
/** How long a statement waits for another program's lock; this blocks nothing but this thread. */
const LOCKED_MS = 2000;
/** Pages kept in memory: 8 MiB. */
const CACHE_KIB = 8 * 1024;

const { path, nativeBinding, end } = workerData as Opened;
const reading = open({ readonly: true });
reading.pragma(`cache_size = -${CACHE_KIB}`);
const statements = new LRUCache<string, Statement>({ max: CACHED_STATEMENTS });
/** Until when the statement under way may take, by `performance.now()`. */
let until = Infinity;
reading.function('parley_goes_on', { directOnly: true }, () => {
  if (performance.now() > until || Atomics.load(end, 0) === 1) throw new TookTooLong();
  return 1;
});
/** For checkpoints, or for statements that write: a thread is asked for one of the two. Null = there were none yet. */
let writing: Database.Database | null = null;

parentPort?.on('message', (asked: Asked) => {
  // The disabled rule is for browser windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(answer(asked));
});

function answer(asked: Asked): Answer {
  try {
    return serialize(run(asked));
  } catch (error) {
    return error instanceof TookTooLong ? 'too long' : null;
  }
}

function run(asked: Asked): unknown {
  if ('checkpoint' in asked) return checkpoint();
  return 'writes' in asked ? write(asked) : read(asked);
}

/** Each statement is a transaction of its own, which sees everything that was committed before it was asked for. */
function read({ sql, parameters, mostMs }: Read): unknown[] {
  until = performance.now() + mostMs;
  const statement = statements.get(sql) ?? prepare(reading, sql);
  statements.set(sql, statement);
  if (!statement.reader) throw new Error('the statement gives no rows');
  return statement.all(parameters);
}

/** Copies what no one reads or writes from the write-ahead log to the file, while others go on writing. */
function checkpoint(): unknown {
  return openToWrite('FULL').pragma('wal_checkpoint(passive)');
}

/** Returns how many rows it has changed. It is not synced: the next commit that waits for the disk has it synced, too. */
function write({ sql, parameters }: Write): number {
  const statement = prepare(openToWrite('NORMAL'), sql);
  if (statement.reader) throw new Error('the statement gives rows');
  return statement.run(parameters).changes;
}

function openToWrite(synchronous: 'FULL' | 'NORMAL'): Database.Database {
  if (writing === null) {
    writing = open({});
    writing.pragma(`synchronous = ${synchronous}`);
    writing.pragma(`cache_size = -${CACHE_KIB}`);
    // `Checkpoints` is not told of what is written here.
    writing.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
  }
  return writing;
}

function open(options: Database.Options): Database.Database {
  return new Database(path, { timeout: LOCKED_MS, ...options, ...(nativeBinding && { nativeBinding }) });
}
