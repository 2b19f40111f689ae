import type { DatabaseConnection, Driver } from 'kysely';

/** A connection while one caller has it; `release` may be called more than once. */
export type HeldConnection = DatabaseConnection & {
  begin(): Promise<void>;
  commit(): Promise<void> | void;
  /** Never throws. */
  rollback(): Promise<void> | void;
  /** Runs a statement inside of the transaction. */
  run(sql: string): unknown;
  release(): void;
};

/**
 * What the drivers of both databases share: transactions that give their connection back whatever fails. With Kysely
 * 0.29's own drivers, a `begin`, `commit` or `rollback` that throws leaks the connection: `startTransaction` gives it
 * back only after success, and MikroORM 7.2 swallows what a rollback throws.
 */
export abstract class TransactionDriver<Connection extends HeldConnection> implements Driver {
  abstract acquireConnection(): Promise<Connection>;
  abstract destroy(): Promise<void>;

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
    await connection.run(`rollback to ${quoted(name)}`);
  }

  async releaseSavepoint(connection: Connection, name: string): Promise<void> {
    await connection.run(`release ${quoted(name)}`);
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.release();
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
