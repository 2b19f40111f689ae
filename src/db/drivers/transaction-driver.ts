import type { Touches } from '../kept/touches.ts';
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';

/** A connection while one caller has it; `release` may be called more than once. */
export type HeldConnection = DatabaseConnection & {
  begin(): Promise<void>;
  /** What was written is on the disk when the promise resolves. */
  commit(): Promise<void> | void;
  /** Never throws. */
  rollback(): Promise<void> | void;
  /** Runs a statement inside of the transaction. */
  run(sql: string): unknown;
  /** Takes back what was done since the savepoint, whose name is quoted. */
  rollbackTo(savepoint: string): unknown;
  release(): void;
};

/** `streamQuery` of connections. @throws Error */
export function refuseStreaming(): never {
  throw new Error('rows are read in pages, not streamed');
}

/** A dialect with the driver that all its connections are from. */
export type OwnDialect = Dialect & {
  driver: TransactionDriver<HeldConnection>;
  /** What is written; null = not known. */
  touches: Touches | null;
};

/**
 * What the drivers of both databases share: transactions that give their connection back whatever fails. With Kysely
 * 0.29's own drivers, a `begin`, `commit` or `rollback` that throws leaks the connection: `startTransaction` gives it
 * back only after success, and MikroORM 7.2 swallows what a rollback throws.
 */
export abstract class TransactionDriver<Connection extends HeldConnection> implements Driver {
  abstract acquireConnection(): Promise<Connection>;
  abstract destroy(): Promise<void>;

  /** Runs one statement outside of any transaction. */
  async execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.share((connection) => connection.executeQuery<Row>(query));
  }

  /** The same for a statement that may take long, without keeping others waiting where that can be done. */
  executeAside<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.execute(query);
  }

  /** Runs `read` on one connection, outside of any transaction; maybe again on another. */
  async share<T>(read: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.acquireConnection();
    try {
      return await read(connection);
    } finally {
      connection.release();
    }
  }

  /** As `share`, with all statements reading the database as of one moment. PostgreSQL only. */
  async snapshot<T>(_read: (connection: Connection) => Promise<T>): Promise<T> {
    throw new Error('only PostgreSQL reads as of one moment');
  }

  /**
   * What `work` gives, which changes the schema: unless the database is empty, it may sort more rows than memory has room for,
   * such as those of a new index.
   */
  changingSchema<T>(_isEmpty: boolean, work: () => Promise<T>): Promise<T> {
    return work();
  }

  /**
   * Resolves when all is on the disk that can be read now, but for what derived transactions wrote; at once where that holds for
   * whatever can be read.
   */
  async whenOnDisk(): Promise<void> {}

  /**
   * Runs `work` in a transaction of its own, of which nothing is kept when it throws; it is committed when the promise resolves.
   * `isDerived`: it writes only what can be made anew from the rest of the database, so that its commit need not wait for the
   * disk.
   */
  async transaction<T>(work: (connection: Connection) => Promise<T>, _isDerived = false): Promise<T> {
    const connection = await this.acquireConnection();
    try {
      return await this.between(connection, () => connection.begin(), work);
    } finally {
      connection.release();
    }
  }

  /** Runs `work` on the connection between `begin` and the commit, or the rollback where anything throws. */
  protected async between<T>(
    connection: Connection,
    begin: () => Promise<void> | void,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    try {
      await begin();
      const result = await work(connection);
      await connection.commit();
      return result;
    } catch (error) {
      await connection.rollback();
      throw error;
    }
  }

  async init(): Promise<void> {}

  async beginTransaction(connection: Connection): Promise<void> {
    try {
      await connection.begin();
    } catch (error) {
      connection.release();
      throw error;
    }
  }

  async commitTransaction(connection: Connection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    await connection.rollback();
  }

  async savepoint(connection: Connection, name: string): Promise<void> {
    await connection.run(`savepoint ${quoted(name)}`);
  }

  async rollbackToSavepoint(connection: Connection, name: string): Promise<void> {
    await connection.rollbackTo(quoted(name));
  }

  async releaseSavepoint(connection: Connection, name: string): Promise<void> {
    await connection.run(`release ${quoted(name)}`);
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.release();
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
