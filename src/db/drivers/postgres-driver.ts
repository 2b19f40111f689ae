import type { CompiledQuery, QueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Access } from '../access.ts';
import { ConnectionError, isConflict } from '../faults.ts';
import { explained, isAnswer, isForgotten, isOfFailed } from './postgres-errors.ts';
import { type NamedReaders, type PostgresAnswer, PostgresStatement } from './postgres-statement.ts';
import type { RowReaders } from './row-readers.ts';
import type { ServerProbe } from './server-probe.ts';
import { type HeldConnection, TransactionDriver } from './transaction-driver.ts';

/** How many times a statement outside of a transaction is tried when it conflicts with others. */
const MOST_TIMES = 5;
/** All connections of a pool may know the same forgotten statement. */
const MOST_TIMES_FORGOTTEN = 100;

/** What all connections use; `namesStatements`: whether prepared queries are sent by name. */
type Tools = { access: Access; probe: ServerProbe; readers: RowReaders; namesStatements: boolean };

/**
 * The driver for a pool of connections to PostgreSQL. After a failure, a connection goes back to the pool, or is closed
 * when its state is unknown. Unlike in Kysely's driver, a `commit` that PostgreSQL answers with a rollback, because a
 * statement had failed, is an error.
 */
export class PostgresDriver extends TransactionDriver<PostgresConnection> {
  readonly #pool: Pool;
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

  override async snapshot<T>(
    read: (connection: PostgresConnection) => Promise<T>,
    note: (sql: string) => void,
  ): Promise<T> {
    return this.share(async (connection) => {
      connection.beginSnapshot(note);
      try {
        const result = await read(connection);
        await connection.commit();
        return result;
      } catch (error) {
        await connection.rollback();
        throw error;
      }
    });
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

/**
 * A statement that the connection knows by name is not valid there any more, because a table has changed. The connection
 * is closed, and the transaction may be tried again on another.
 */
class ForgottenStatement extends ConnectionError {
  constructor(cause: unknown) {
    super('conflict', 'a table has changed since the statement was prepared', cause);
  }
}

/** A connection of the pool while one caller has it. */
class PostgresConnection implements HeldConnection {
  readonly #client: PoolClient;
  readonly #named: NamedReaders;
  readonly #tools: Tools;
  #inTransaction = false;
  /** The error after which PostgreSQL refuses all that follows in the transaction; null = none. */
  #failure: unknown = null;
  /** The statements that begin the transaction, until the first of its statements takes them along. */
  #beginning: string[] = [];
  /** Whether its state is unknown, so that it cannot go back to the pool. */
  #isBroken = false;
  #isReleased = false;
  #note: (sql: string) => void = () => {};

  constructor(client: PoolClient, named: NamedReaders, tools: Tools) {
    this.#client = client;
    this.#named = named;
    this.#tools = tools;
  }

  /** Together with the next statement. */
  async begin(): Promise<void> {
    this.#begin('begin', `set local lock_timeout = ${this.#tools.access.waitMs}`);
  }

  /** As `begin`, for a transaction that only reads; `note` is called before each of its queries. */
  beginSnapshot(note: (sql: string) => void): void {
    this.#note = note;
    this.#begin('begin isolation level repeatable read read only');
  }

  #begin(...statements: string[]): void {
    this.#inTransaction = true;
    this.#failure = null;
    this.#beginning = statements;
  }

  async commit(): Promise<void> {
    // Otherwise without waiting for the answers to its statements: where one has failed, PostgreSQL rolls back.
    if (this.#failure !== null) throw this.#failure;
    const { command } = await this.run('commit');
    this.#inTransaction = false;
    if (command !== 'COMMIT') {
      throw this.#failure ?? new Error('nothing was kept of a transaction in which a statement had failed');
    }
  }

  /** Never throws: a connection that cannot be rolled back is closed, which rolls back as well. */
  async rollback(): Promise<void> {
    this.#inTransaction = false;
    if (this.#isBroken || this.#beginning.length > 0) return;
    await this.run('rollback').catch(() => (this.#isBroken = true));
  }

  async run(sql: string, parameters: readonly unknown[] = [], name?: string): Promise<PostgresAnswer> {
    if (this.#isReleased) throw new Error('the connection was given back');
    const { access, probe, readers } = this.#tools;
    const first = this.#beginning;
    this.#beginning = [];
    try {
      const statement = new PostgresStatement({ first, sql, parameters, name }, readers, this.#named);
      return await probe.guard(this.#client, this.#client.query(statement).answer);
    } catch (error) {
      if (this.#failure !== null && isOfFailed(error)) throw this.#failure;
      // Otherwise it would lead to the socket rather than to the caller.
      Error.captureStackTrace(error as Error);
      if (isForgotten(error) || !isAnswer(error)) this.#isBroken = true;
      if (!isForgotten(error)) access.faults.note(error);
      const reason = isForgotten(error) ? new ForgottenStatement(error) : explained(error);
      if (this.#inTransaction) this.#failure ??= reason;
      throw reason;
    }
  }

  async rollbackTo(savepoint: string): Promise<void> {
    await this.run(`rollback to ${savepoint}`);
    this.#failure = null;
  }

  async executeQuery<Row>({ sql, parameters, name }: CompiledQuery & { name?: string }): Promise<QueryResult<Row>> {
    this.#note(sql);
    const usedName = this.#tools.namesStatements ? name : undefined;
    const { command, rowCount, rows } = await this.#again(() => this.run(sql, parameters, usedName));
    return {
      rows: rows as Row[],
      ...(CHANGES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
    };
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('rows are read in pages, not streamed');
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#client.release(this.#isBroken || this.#inTransaction);
  }

  /**
   * Tries a statement again after a conflict, unless it is part of a transaction: then the whole transaction must be
   * tried again.
   */
  async #again<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let times = 1; ; times += 1) {
      try {
        return await work();
      } catch (error) {
        if (this.#inTransaction || this.#isBroken || times === MOST_TIMES || !isConflict(error)) throw error;
      }
    }
  }
}

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
