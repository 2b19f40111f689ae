import type { CompiledQuery, QueryResult } from 'kysely';
import type { DatabaseError, Pool, PoolClient } from 'pg';
import type { Access } from '../access.ts';
import { ConnectionError, faultOf, isConflict } from '../faults.ts';
import type { ServerProbe } from './server-probe.ts';
import { type HeldConnection, TransactionDriver } from './transaction-driver.ts';

/** How many times a statement outside of a transaction is tried when it conflicts with others. */
const MOST_TIMES = 5;
/** All connections of a pool may know the same forgotten statement. */
const MOST_TIMES_FORGOTTEN = 100;

/**
 * The driver for a pool of connections to PostgreSQL. After a failure, a connection goes back to the pool, or is closed
 * when its state is unknown. Unlike in Kysely's driver, a `commit` that PostgreSQL answers with a rollback, because a
 * statement had failed, is an error.
 */
export class PostgresDriver extends TransactionDriver<PostgresConnection> {
  readonly #pool: Pool;
  readonly #access: Access;
  readonly #probe: ServerProbe;
  readonly #namesStatements: boolean;

  constructor(pool: Pool, access: Access, probe: ServerProbe, namesStatements: boolean) {
    super();
    this.#pool = pool;
    this.#access = access;
    this.#probe = probe;
    this.#namesStatements = namesStatements;
  }

  async acquireConnection(): Promise<PostgresConnection> {
    try {
      return new PostgresConnection(await this.#pool.connect(), this.#access, this.#probe, this.#namesStatements);
    } catch (error) {
      const reason = explained(error);
      this.#access.faults.note(reason);
      throw reason;
    }
  }

  /** Again on another connection where one does not know the statement any more. */
  override async execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    for (let times = 1; ; times += 1) {
      try {
        return await super.execute<Row>(query);
      } catch (error) {
        if (!(error instanceof ForgottenStatement) || times === MOST_TIMES_FORGOTTEN) throw error;
      }
    }
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
  readonly #access: Access;
  readonly #probe: ServerProbe;
  readonly #namesStatements: boolean;
  #inTransaction = false;
  /** Whether its state is unknown, so that it cannot go back to the pool. */
  #isBroken = false;
  #isReleased = false;

  constructor(client: PoolClient, access: Access, probe: ServerProbe, namesStatements: boolean) {
    this.#client = client;
    this.#access = access;
    this.#probe = probe;
    this.#namesStatements = namesStatements;
  }

  async begin(): Promise<void> {
    // Set first: if the answer to `begin` is lost, a transaction may have begun.
    this.#inTransaction = true;
    await this.run(`begin; set local lock_timeout = ${this.#access.waitMs}`);
  }

  async commit(): Promise<void> {
    const { command } = await this.run('commit');
    this.#inTransaction = false;
    if (command !== 'COMMIT') throw new Error('nothing was kept of a transaction in which a statement had failed');
  }

  /** Never throws: a connection that cannot be rolled back is closed, which rolls back as well. */
  async rollback(): Promise<void> {
    this.#inTransaction = false;
    if (this.#isBroken) return;
    await this.run('rollback').catch(() => (this.#isBroken = true));
  }

  async run(
    sql: string,
    parameters?: readonly unknown[],
    name?: string,
  ): Promise<{ command: string; rowCount: number | null; rows: unknown[] }> {
    try {
      return await this.#probe.guard(
        this.#client,
        this.#client.query({ text: sql, values: parameters as unknown[], name }),
      );
    } catch (error) {
      if (isForgotten(error)) {
        this.#isBroken = true;
        throw new ForgottenStatement(error);
      }
      if (!isAnswer(error)) this.#isBroken = true;
      this.#access.faults.note(error);
      throw explained(error);
    }
  }

  async executeQuery<Row>({ sql, parameters, name }: CompiledQuery & { name?: string }): Promise<QueryResult<Row>> {
    const usedName = this.#namesStatements ? name : undefined;
    const { command, rowCount, rows } = await this.#again(() => this.run(sql, parameters, usedName));
    return {
      rows: (rows ?? []) as Row[],
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

/** By the SQLSTATE of unknown names, and the function of PostgreSQL that finds that a plan no longer fits. */
function isForgotten(error: unknown): boolean {
  const { code, routine } = error as Partial<DatabaseError>;
  return code === '26000' || routine === 'RevalidateCachedQuery';
}

/** Told by a field that only PostgreSQL's errors have; its value is in the server's language. */
function isOfPostgres(error: unknown): boolean {
  return error instanceof Error && (error as DatabaseError).severity !== undefined;
}

/** Whether the error is PostgreSQL's answer and the connection goes on, as it does unless the error is FATAL. */
function isAnswer(error: unknown): boolean {
  return isOfPostgres(error) && faultOf(error) !== 'unreachable';
}

/** `error`, wrapped in a ConnectionError unless it is PostgreSQL's answer. */
function explained(error: unknown): unknown {
  return isOfPostgres(error) ? error : new ConnectionError('unreachable', String((error as Error).message), error);
}
