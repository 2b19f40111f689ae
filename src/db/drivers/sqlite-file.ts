import type Database from 'better-sqlite3';
import type { QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { Touches } from '../kept/touches.ts';
import { LogSync, QUICK_MS } from './log-sync.ts';
import { CACHE_KIB, LATE_LOG_PAGES, LOG_PAGES, openFile } from './open-file.ts';
import { prepare, type Statement } from './sqlite-statement.ts';
import { isSwitchedOff } from '../../switches.ts';
import { Written } from './written.ts';

const CACHED_STATEMENTS = 500;
/** The most commits in a row that are left to the next sync: with more, that would take long. */
const MOST_UNSYNCED = 8;

/** Statements that SQLite refuses in a transaction, or that begin one. */
const NOT_OF_ROWS = /^\s*(pragma|vacuum|attach|detach|begin)\b/i;

/**
 * What SQLite says of a checkpoint: how many pages the write-ahead log has, and how many of them are copied to the file;
 * `busy` 1 = another connection makes one, and the rest is not known.
 */
export type Checkpointed = { busy: number; log: number; checkpointed: number };

export type SqliteOptions = {
  /** The path of better-sqlite3's addon, where it is not beside the package. */
  nativeBinding?: string | undefined;
  /** Whether something else makes the checkpoints. */
  hasCheckpoints?: boolean;
  /** False = what is written need not survive a power cut. */
  syncs?: boolean;
  /** How many milliseconds a sync takes at most that may be waited for (log-sync.ts). */
  quickMs?: number;
};

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
  /** Null = SQLite syncs each commit itself, or nothing is synced. */
  readonly #log: LogSync | null;
  /** How many statements have run that may write. */
  writes = 0;
  /** How many commits in a row have been left to the next sync. */
  #unsynced = 0;

  constructor(path: string, options: SqliteOptions = {}) {
    const { nativeBinding, hasCheckpoints = false, syncs = true, quickMs = QUICK_MS } = options;
    // A test sets the variable to have SQLite sync each commit itself.
    const isOwn = syncs && path !== ':memory:' && !isSwitchedOff('PARLEY_TEST_NO_SYNC_ASIDE');
    this.#log = isOwn ? new LogSync(path, () => this.#copiesLog(), quickMs) : null;
    const synchronous = syncs ? 'FULL' : 'OFF';
    this.#open = () => {
      const database = openFile(path, nativeBinding);
      database.pragma(`synchronous = ${isOwn ? 'NORMAL' : synchronous}`);
      database.pragma(`wal_autocheckpoint = ${hasCheckpoints ? LATE_LOG_PAGES : LOG_PAGES}`);
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
    const statement = this.#statementOf(sql);
    if (statement.writes) {
      this.writes += 1;
      this.touches.noteWrite(sql);
    }
    if (statement.reader) return { rows: statement.all(parameters) };
    if (statement.changesSchema) this.#noteSchemaChange();
    const { changes } = statement.run(parameters);
    if (statement.movesTransaction) this.#lookForTransaction();
    return new Written(changes);
  }

  /** The prepared statement, of the connection that is open. */
  #statementOf(sql: string): Statement {
    this.#database ??= this.#open();
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = prepare(this.#database, sql);
      if (this.#keepsStatements) this.#statements.set(sql, statement);
    }
    return statement;
  }

  #noteSchemaChange(): void {
    this.touches.reset();
    this.#statements.clear();
  }

  /** Only what begins or ends a transaction changes it, and what fails; to ask each time takes longer. */
  #lookForTransaction(): void {
    this.#inTransaction = this.#database?.inTransaction ?? false;
  }

  /** Returns or resolves when all that is committed now is on the disk, as `LogSync` does. @throws NotOnDiskError */
  sync(isAlone = false): Promise<void> | void {
    // With more, it may take longer than the last ones.
    const isLittle = this.#unsynced <= 1;
    this.#unsynced = 0;
    return this.#log?.sync(isAlone && isLittle);
  }

  /** Leaves what was just committed to the next sync; syncs it now where much has been left. @throws NotOnDiskError */
  syncLater(): Promise<void> | void {
    this.#unsynced += 1;
    if (this.#unsynced > MOST_UNSYNCED) return this.sync();
  }

  /** As `sync`, without syncing what no one has asked to sync; null = it is on the disk, but for what `syncLater` has left. */
  synced(): Promise<void> | null {
    return this.#log?.ended() ?? null;
  }

  /**
   * Has SQLite keep in memory or on the disk what it needs while it runs statements, such as the rows that it sorts. Not for
   * the inside of a transaction. It drops all temporary triggers.
   */
  keepTemporary(where: 'memory' | 'file'): void {
    this.#database ??= this.#open();
    this.touches.reset();
    this.#database.pragma(`temp_store = ${where}`);
  }

  /** Has SQLite keep at most so many KiB of the file in memory; null = as many as usual. */
  keepPages(kib: number | null): void {
    this.#database ??= this.#open();
    this.#database.pragma(`cache_size = -${kib ?? CACHE_KIB}`);
  }

  /** Whether the statement may write rows. */
  writesBy(sql: string): boolean {
    const { writes } = this.#statementOf(sql);
    return writes && !NOT_OF_ROWS.test(sql);
  }

  /** Copies the whole log to the file, and has SQLite sync that. False = it is not possible now. */
  #copiesLog(): boolean {
    try {
      const { busy, log, checkpointed } = this.#checkpoint('full');
      return busy === 0 && log === checkpointed;
    } catch {
      return false;
    }
  }

  /** How long the log is, without copying any of it. Not for the inside of a transaction. @throws SqliteError */
  logSize(): Checkpointed {
    return this.#checkpoint('noop');
  }

  #checkpoint(mode: 'full' | 'noop'): Checkpointed {
    const [checkpointed] = this.execute(`pragma wal_checkpoint(${mode})`, []).rows as [Checkpointed];
    return checkpointed;
  }

  /** Closes the connection with its transaction, if any; the next use opens a new one. */
  abandon(): void {
    const former = this.#database;
    this.#database = null;
    this.#inTransaction = false;
    this.#statements.clear();
    this.touches.detach();
    this.#log?.close();
    former?.close();
  }

  close(): void {
    this.abandon();
  }
}
