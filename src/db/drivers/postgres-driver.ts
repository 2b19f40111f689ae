import type { Pool, PoolClient } from 'pg';
import { ForgottenStatement, PostgresConnection, type Tools } from './postgres-connection.ts';
import { explained } from './postgres-errors.ts';
import type { NamedReaders } from './postgres-statement.ts';
import { TransactionDriver } from './transaction-driver.ts';

/** All connections of a pool may know the same forgotten statement. */
const MOST_TIMES_FORGOTTEN = 100;

/**
 * The driver for a pool of connections to PostgreSQL. After a failure, a connection goes back to the pool, or is closed
 * when its state is unknown. Unlike in Kysely's driver, a `commit` that PostgreSQL answers with a rollback, because a
 * statement had failed, is an error.
 */
export class PostgresDriver extends TransactionDriver<PostgresConnection> {
  readonly #pool: Pool;
  /** Null = the pool is in use. */
  #ended: Promise<void> | null = null;
  readonly #tools: Tools;
  readonly #named = new WeakMap<PoolClient, NamedReaders>();

  constructor(pool: Pool, tools: Tools) {
    super();
    this.#pool = pool;
    this.#tools = tools;
  }

  async acquireConnection(): Promise<PostgresConnection> {
    try {
      const client = await this.#pool.connect();
      const named: NamedReaders = this.#named.get(client) ?? new Map();
      this.#named.set(client, named);
      return new PostgresConnection(client, named, this.#tools);
    } catch (error) {
      const reason = explained(error);
      this.#tools.access.faults.note(reason);
      throw reason;
    }
  }

  /** Again on another connection where one does not know a statement any more. */
  override async share<T>(read: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    for (let times = 1; ; times += 1) {
      try {
        return await super.share(read);
      } catch (error) {
        if (!(error instanceof ForgottenStatement) || times === MOST_TIMES_FORGOTTEN) throw error;
      }
    }
  }

  override async snapshot<T>(read: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    return this.share((connection) => this.between(connection, () => connection.beginSnapshot(), read));
  }

  async destroy(): Promise<void> {
    this.#ended ??= this.#pool.end();
    await this.#ended;
  }
}
