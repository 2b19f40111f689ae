import type { CompiledQuery, QueryResult } from 'kysely';
import type { PoolClient } from 'pg';
import type { Access } from '../access.ts';
import { ConnectionError } from '../faults.ts';
import { againAfterConflicts, MOST_TIMES } from './after-conflicts.ts';
import { explained, isAnswer, isForgotten, isOfFailed } from './postgres-errors.ts';
import { type NamedReaders, type PostgresAnswer, PostgresStatement } from './postgres-statement.ts';
import type { NamedStatements } from './pooler/named-statements.ts';
import type { RowReaders } from './row-readers.ts';
import type { ServerProbe } from './server-probe.ts';
import { type HeldConnection, refuseStreaming } from './transaction-driver.ts';

/**
 * Shared by all connections; `names`: whether prepared queries are sent by name; `pipelines`: whether statements are sent
 * before those ahead of them are answered.
 */
export type Tools = {
  access: Access;
  probe: ServerProbe;
  readers: RowReaders;
  names: NamedStatements;
  pipelines: boolean;
};

/**
 * A statement that the connection knows by name is not valid there any more, because a table has changed, or a pooler has
 * given the connection another one behind it. The connection is closed, and the transaction may be tried again on another.
 */
export class ForgottenStatement extends ConnectionError {
  constructor(cause: unknown) {
    super('conflict', 'a table has changed since the statement was prepared', cause);
  }
}

/** A connection of the pool while one caller has it. */
export class PostgresConnection implements HeldConnection {
  readonly streamQuery = refuseStreaming;
  readonly #client: PoolClient;
  readonly #named: NamedReaders;
  readonly #tools: Tools;
  #inTransaction = false;
  /** The error after which PostgreSQL refuses all that follows in the transaction; null = none. */
  #failure: unknown = null;
  /** The statements that begin the transaction, until the first of its statements takes them along. */
  #beginning: string[] = [];
  /** Without a pipeline: settled when all that was sent is answered. */
  #answered: Promise<unknown> = Promise.resolve();
  /** Whether its state is unknown, so that it cannot go back to the pool. */
  #isBroken = false;
  #isReleased = false;
  readonly #takenAt = performance.now();

  constructor(client: PoolClient, named: NamedReaders, tools: Tools) {
    this.#client = client;
    this.#named = named;
    this.#tools = tools;
  }

  /** Together with the next statement. */
  async begin(): Promise<void> {
    this.#begin('begin', `set local lock_timeout = ${this.#tools.access.waitMs}`);
  }

  /** As `begin`, for a transaction that only reads. */
  beginSnapshot(): void {
    this.#begin('begin isolation level repeatable read read only');
  }

  #begin(...statements: string[]): void {
    this.#inTransaction = true;
    this.#failure = null;
    this.#beginning = statements;
  }

  async commit(): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    // Without waiting for the answers to its statements: where one has failed, PostgreSQL rolls back.
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
    const { access, names, probe, readers } = this.#tools;
    const first = this.#inTransaction ? this.#beginning : this.#limitOf(sql);
    try {
      const statement = new PostgresStatement({ first, sql, parameters, name }, readers, this.#named);
      this.#beginning = [];
      return await probe.guard(this.#client, this.#send(statement));
    } catch (error) {
      if (this.#failure !== null && isOfFailed(error)) throw this.#failure;
      // So that its stack leads to the caller instead of the socket.
      Error.captureStackTrace(error as Error);
      names.note(error);
      if (isForgotten(error) || !isAnswer(error)) this.#isBroken = true;
      if (!isForgotten(error)) access.faults.note(error);
      const reason = isForgotten(error) ? new ForgottenStatement(error) : explained(error);
      if (this.#inTransaction) this.#failure ??= reason;
      throw reason;
    }
  }

  /** What is sent before a statement outside of a transaction, so that it does not wait for a lock without end. */
  #limitOf(sql: string): string[] {
    if (!MAY_WAIT.test(sql)) return [];
    // For the transaction that both are in when they are sent together; `set local` would be without effect there.
    return [`select set_config('lock_timeout', '${this.#tools.access.waitMs}', true)`];
  }

  #send(statement: PostgresStatement): Promise<PostgresAnswer> {
    const send = () => this.#client.query(statement).answer;
    if (this.#tools.pipelines) return send();
    const answer = this.#answered.then(send);
    this.#answered = answer.catch(() => {});
    return answer;
  }

  async rollbackTo(savepoint: string): Promise<void> {
    await this.run(`rollback to ${savepoint}`);
    this.#failure = null;
  }

  async executeQuery<Row>({ sql, parameters, name }: CompiledQuery & { name?: string }): Promise<QueryResult<Row>> {
    const usedName = this.#tools.names.areUsed ? name : undefined;
    const run = () => this.run(sql, parameters, usedName);
    // After a conflict in a transaction, all of it must be tried again.
    const { command, rowCount, rows } = this.#inTransaction
      ? await run()
      : await againAfterConflicts(run, MOST_TIMES, () => !this.#isBroken);
    return {
      rows: rows as Row[],
      ...(CHANGES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
    };
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#tools.access.busy.ms += performance.now() - this.#takenAt;
    this.#client.release(this.#isBroken || this.#inTransaction);
  }
}

/** Statements that change rows or lock them; others wait for nothing but changes of tables. */
const MAY_WAIT = /\b(?:insert|update|delete|merge|share)\b/i;
const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
