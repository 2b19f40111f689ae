import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  Kysely,
  type QueryResult,
} from 'kysely';
import type { Database, Db } from './database.ts';
import type { HeldConnection, OwnDialect } from './drivers/transaction-driver.ts';
import type { KeptRows } from './kept/kept-rows.ts';
import type { KeptTexts } from './kept/kept-texts.ts';
import type { VersionedTexts } from './kept/versioned-texts.ts';
import type { Installation } from './installation.ts';

/** For how long a `Tx` does not look again whether other programs have written: longer than a quick request takes. */
const CAUGHT_UP_MS = 20;

/**
 * What commands and queries work with: the database, inside of a transaction or outside of any, and what there is to know
 * of the installation that it belongs to.
 */
export class Tx {
  readonly #database: Database;
  /** Null = each statement has a connection of its own. */
  readonly #connection: HeldConnection | null;
  /** How many transactions it is inside of, of which all but the outermost are savepoints. */
  readonly #depth: number;
  #db: Db | undefined;
  /** When `isCaughtUp` last looked, by `performance.now()`. */
  #caughtUpAt = -Infinity;

  constructor(database: Database, connection: HeldConnection | null = null, depth = 0) {
    this.#database = database;
    this.#connection = connection;
    this.#depth = depth;
  }

  get installation(): Installation {
    return this.#database.installation;
  }

  /** False on SQLite. */
  get isPostgres(): boolean {
    return this.#database.isPostgres;
  }

  get isInTransaction(): boolean {
    return this.#depth > 0;
  }

  /** Kysely on this connection. */
  get db(): Db {
    this.#db ??= this.#connection ? kyselyOn(this.#database.dialect, this.#connection) : this.#database.db;
    return this.#db;
  }

  /** Runs a compiled query on this connection. */
  execute<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    return this.#connection?.executeQuery<Row>(query) ?? this.#database.execute<Row>(query);
  }

  /**
   * The answers to what `read` asks for at once, without one waiting for the other: PostgreSQL gets it in one piece. All
   * have ended when it throws the error of the first that failed. Outside of a transaction `read` may run again.
   */
  async together<Results extends readonly unknown[]>(
    read: (tx: Tx) => readonly [...{ [Index in keyof Results]: Promise<Results[Index]> }],
  ): Promise<Results> {
    if (this.#connection || !this.isPostgres) return allOf<Results>(read(this));
    return this.#database.dialect.driver.share((connection) => allOf(read(new Tx(this.#database, connection))));
  }

  /**
   * Does not wait, on PostgreSQL and in a transaction, for the answer to a statement whose answer is not needed. Where it
   * fails, so do those after it, with its error: at the latest the commit.
   */
  async sent(statement: Promise<unknown>): Promise<void> {
    if (!this.isPostgres || !this.isInTransaction) await statement;
    // It is thrown by what follows.
    else statement.catch(() => {});
  }

  /** Runs `work` once in a transaction, or in a savepoint of this one; `inTransaction` also repeats it after conflicts. */
  async transactional<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#connection && this.isInTransaction) return this.#inSavepoint(this.#connection, work);
    const { driver } = this.#database.dialect;
    const result = await driver.transaction((connection) => work(new Tx(this.#database, connection, 1)));
    this.#database.onCommit();
    return result;
  }

  async #inSavepoint<T>(connection: HeldConnection, work: (tx: Tx) => Promise<T>): Promise<T> {
    const { driver } = this.#database.dialect;
    const name = `nested_${this.#depth}`;
    await this.sent(driver.savepoint(connection, name));
    try {
      const result = await work(new Tx(this.#database, connection, this.#depth + 1));
      await driver.releaseSavepoint(connection, name);
      return result;
    } catch (error) {
      // Where this fails, the whole transaction is at its end, and says so at its next statement.
      await driver.rollbackToSavepoint(connection, name).catch(() => {});
      throw error;
    }
  }

  /** The same database outside of any transaction, with `note` called before each statement. */
  noting(note: (sql: string) => void): Tx {
    const noted =
      (execute: Database['execute']): Database['execute'] =>
      (query) => {
        note(query.sql);
        return execute(query);
      };
    const { execute, executeAside } = this.#database;
    return this.#executing(noted(execute), noted(executeAside));
  }

  /**
   * The same database, for reads that may take long. On SQLite, outside of a transaction, they run in a thread of their own,
   * so that other requests are answered meanwhile, and what they find is kept until it may have changed.
   */
  get aside(): Tx {
    const { execute, executeAside } = this.#database;
    return this.#connection || execute === executeAside ? this : this.#executing(executeAside, executeAside);
  }

  #executing(execute: Database['execute'], executeAside: Database['execute']): Tx {
    const connection = {
      executeQuery: execute,
      streamQuery: () => {
        throw new Error('rows are read in pages, not streamed');
      },
    };
    const { dialect } = this.#database;
    return new Tx({
      ...this.#database,
      execute,
      executeAside,
      rows: null,
      get db() {
        return kyselyOn(dialect, connection);
      },
    });
  }

  /**
   * Looks whether other programs have written to the SQLite file, and has what they may have changed forgotten. False =
   * it cannot be told now. It looks at most every 20 ms: what others write in between may be missing from the answer.
   */
  get isCaughtUp(): boolean {
    const now = performance.now();
    if (now - this.#caughtUpAt < CAUGHT_UP_MS) return true;
    if (!this.#database.dialect.touches?.isCaughtUp()) return false;
    this.#caughtUpAt = now;
    return true;
  }

  /** The texts that lists are made of; null inside of a transaction, which must see its own changes, and on PostgreSQL. */
  get texts(): KeptTexts | null {
    return this.isInTransaction ? null : this.#database.texts;
  }

  /** The same as `texts` on PostgreSQL. */
  get versioned(): VersionedTexts | null {
    return this.isInTransaction ? null : this.#database.versioned;
  }

  /**
   * What `read` gives, with all its statements reading the PostgreSQL database as of one moment, whatever others write
   * meanwhile. Calls `note` before each. It may run again.
   */
  snapshot<T>(note: (sql: string) => void, read: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#database.dialect.driver.snapshot((connection) => read(new Tx(this.#database, connection)), note);
  }

  /** The rows that queries gave; null inside of a transaction, and where each statement must be seen. */
  get rows(): KeptRows | null {
    return this.isInTransaction ? null : this.#database.rows;
  }

  /** The same database outside of this transaction. On SQLite nobody gets to it before the transaction has ended. */
  fork(): Tx {
    return new Tx(this.#database);
  }
}

/** The database outside of any transaction. */
export function openTx({ database }: { database: Database }): Tx {
  return new Tx(database);
}

/** What all of `promises` resolve to. @throws the error of the first in order that fails, once all have ended */
async function allOf<Results extends readonly unknown[]>(promises: readonly Promise<unknown>[]): Promise<Results> {
  const results = [];
  for (const ended of await Promise.allSettled(promises)) {
    if (ended.status === 'rejected') throw ended.reason;
    results.push(ended.value);
  }
  return results as readonly unknown[] as Results;
}

/**
 * Kysely with all its statements on `connection`. Unlike with its `SingleConnectionProvider`, they do not wait for each
 * other: that is up to the connection.
 */
function kyselyOn(dialect: OwnDialect, connection: DatabaseConnection): Db {
  const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) };
  const executor = new DefaultQueryExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), provider);
  return new Kysely({ config: { dialect }, driver: dialect.driver, dialect, executor });
}
