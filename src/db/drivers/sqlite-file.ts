import Database from 'better-sqlite3';
import { chmodSync } from 'node:fs';
import type { QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { Touches } from '../kept/touches.ts';
import { prepare, type Statement } from './sqlite-statement.ts';
import { isSwitchedOff } from '../../switches.ts';

const CACHED_STATEMENTS = 500;
/** How long opening the file may wait for another program; this blocks the whole process. */
const OPENING_MS = 5000;
/** Pages kept in memory: 32 MiB. */
const CACHE_KIB = 32 * 1024;
/**
 * Pages in the write-ahead log before a checkpoint: 16 MiB. SQLite's default of 4 MiB syncs twice as often under load.
 */
const CHECKPOINT_PAGES = 4096;
/** The same where another thread makes the checkpoints: it does so much earlier, unless it fails. */
const LATE_CHECKPOINT_PAGES = 4 * CHECKPOINT_PAGES;

/**
 * An open SQLite file. Statements are prepared once, and values come back as PostgreSQL's driver gives them (booleans,
 * dates, JSON).
 */
export class SqliteFile {
  readonly #open: () => Database.Database;
  readonly #statements = new LRUCache<string, Statement>({ max: CACHED_STATEMENTS });
  /** A test sets the variable to have each statement prepared anew. */
  readonly #keepsStatements = !isSwitchedOff('PARLEY_TEST_NO_PREPARED_STATEMENTS');
  /** What is written to the file. */
  readonly touches = new Touches(() => (this.#database ??= this.#open()));
  /** Null = closed; it is opened at the next use. */
  #database: Database.Database | null;
  #inTransaction = false;

  /** `hasCheckpoints`: whether something else makes the checkpoints. */
  constructor(path: string, nativeBinding?: string, hasCheckpoints = false) {
    this.#open = () => {
      const database = openFile(path, nativeBinding);
      database.pragma(`wal_autocheckpoint = ${hasCheckpoints ? LATE_CHECKPOINT_PAGES : CHECKPOINT_PAGES}`);
      return database;
    };
    this.#database = this.#open();
  }

  /** Whether a transaction is open. SQLite itself ends one that cannot go on, as on a full disk. */
  get inTransaction(): boolean {
    return this.#inTransaction;
  }

  /** @throws SqliteError; never waits for other programs */
  execute(sql: string, parameters: readonly unknown[]): QueryResult<unknown> {
    try {
      return this.#run(sql, parameters);
    } catch (error) {
      this.#lookForTransaction();
      throw error;
    } finally {
      if (this.touches.isPending && !this.inTransaction) this.touches.settle();
    }
  }

  #run(sql: string, parameters: readonly unknown[]): QueryResult<unknown> {
    this.#database ??= this.#open();
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = prepare(this.#database, sql);
      if (this.#keepsStatements) this.#statements.set(sql, statement);
    }
    if (statement.writes) this.touches.noteWrite(sql);
    if (statement.reader) return { rows: statement.all(parameters) };
    if (statement.changesSchema) this.#noteSchemaChange();
    const { changes, lastInsertRowid } = statement.run(parameters);
    if (statement.movesTransaction) this.#lookForTransaction();
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #noteSchemaChange(): void {
    this.touches.reset();
    this.#statements.clear();
  }

  /** Only what begins or ends a transaction changes it, and what fails; to ask each time takes longer. */
  #lookForTransaction(): void {
    this.#inTransaction = this.#database?.inTransaction ?? false;
  }

  /** How many pages the write-ahead log has, and how many of them are copied to the file. */
  logSize(): { log: number; copied: number } {
    const { rows } = this.execute('pragma wal_checkpoint(noop)', []);
    const [{ log, checkpointed: copied }] = rows as [{ log: number; checkpointed: number }];
    return { log, copied };
  }

  /** Closes the connection with its transaction, if any; the next use opens a new one. */
  abandon(): void {
    const former = this.#database;
    this.#database = null;
    this.#inTransaction = false;
    this.#statements.clear();
    this.touches.detach();
    former?.close();
  }

  close(): void {
    this.abandon();
  }
}

function openFile(path: string, nativeBinding?: string): Database.Database {
  const database = new Database(path, { timeout: OPENING_MS, ...(nativeBinding && { nativeBinding }) });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
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
