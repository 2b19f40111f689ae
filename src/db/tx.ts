import { type CompiledQuery, type ConnectionProvider, DefaultQueryExecutor, Kysely, type QueryResult } from 'kysely';
import type { Database, Db } from './database.ts';
import type { HeldConnection, OwnDialect } from './drivers/transaction-driver.ts';
import type { Installation } from './installation.ts';

/**
 * What commands and queries work with: the database, inside of a transaction or outside of any, and what there is to know
 * of the installation that it belongs to.
 */
export class Tx {
  readonly #database: Database;
  /** Null = outside of any transaction. */
  readonly #transaction: { connection: HeldConnection; provider: ConnectionProvider; depth: number } | null;
  #db: Db | undefined;

  constructor(database: Database, connection: HeldConnection | null = null, depth = 0) {
    this.#database = database;
    this.#transaction = connection && { connection, provider: providerOf(connection), depth };
  }

  get installation(): Installation {
    return this.#database.installation;
  }

  /** False on SQLite. */
  get isPostgres(): boolean {
    return this.#database.isPostgres;
  }

  get isInTransaction(): boolean {
    return this.#transaction !== null;
  }

  /** Kysely on this connection. */
  get db(): Db {
    this.#db ??= this.#transaction ? kyselyOn(this.#database.dialect, this.#transaction.provider) : this.#database.db;
    return this.#db;
  }

  /** Runs a compiled query on this connection. */
  execute<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    return this.#transaction
      ? this.#transaction.connection.executeQuery<Row>(query)
      : this.#database.dialect.driver.execute<Row>(query);
  }

  /** Runs `work` once in a transaction, or in a savepoint of this one; `inTransaction` also repeats it after conflicts. */
  async transactional<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#transaction) return this.#inSavepoint(this.#transaction, work);
    const { driver } = this.#database.dialect;
    const result = await driver.transaction((connection) => work(new Tx(this.#database, connection)));
    this.#database.onCommit();
    return result;
  }

  async #inSavepoint<T>(
    { connection, depth }: { connection: HeldConnection; depth: number },
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const { driver } = this.#database.dialect;
    const name = `nested_${depth + 1}`;
    await driver.savepoint(connection, name);
    try {
      const result = await work(new Tx(this.#database, connection, depth + 1));
      await driver.releaseSavepoint(connection, name);
      return result;
    } catch (error) {
      // Where this fails, the whole transaction is at its end, and says so at its next statement.
      await driver.rollbackToSavepoint(connection, name).catch(() => {});
      throw error;
    }
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

/**
 * Kysely's way to a connection that its caller has. Unlike its `SingleConnectionProvider`, it does not make statements
 * wait for each other: that is up to the connection.
 */
function providerOf(connection: HeldConnection): ConnectionProvider {
  return { provideConnection: (consumer) => consumer(connection) };
}

/** Kysely with all its statements on the connection that `provider` gives. */
function kyselyOn(dialect: OwnDialect, provider: ConnectionProvider): Db {
  const executor = new DefaultQueryExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), provider);
  return new Kysely({ config: { dialect }, driver: dialect.driver, dialect, executor });
}
