import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';
import type { Access } from '../access.ts';
import type { AsideReads } from '../aside/aside-reads.ts';
import type { Checkpoints } from '../aside/checkpoints.ts';
import { ConnectionQueue } from './connection-queue.ts';
import type { FaultWatch } from '../fault-watch.ts';
import { faultOf } from '../faults.ts';
import { GroupCommit } from './group-commit.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { type HeldConnection, TransactionDriver } from './transaction-driver.ts';
import { isSwitchedOff } from '../../switches.ts';

/** Waiting longer than this for another program's lock is noted as a fault. */
const LONG_MS = 1000;
/** Pause before another program's lock is tried again. Others use the connection meanwhile. */
const PAUSE_MS = 5;

/**
 * The driver for one SQLite file, with one connection. It recovers from every failure, also where SQLite ends a
 * transaction by itself, as on a full disk, and then refuses the `rollback`. Unlike Kysely's driver, it never waits for
 * another program's lock inside of SQLite, which would block the whole process.
 */
export class SqliteDriver extends TransactionDriver<SqliteConnection> {
  readonly #file: SqliteFile;
  readonly #access: Access;
  readonly #queue = new ConnectionQueue();
  readonly #groups: GroupCommit<SqliteConnection>;
  readonly #aside: AsideReads;
  readonly #checkpoints: Checkpoints | null;
  /** A test sets the variables to see the same with each transaction committed alone, and each statement in its turn. */
  readonly #commitsGroups = !isSwitchedOff('PARLEY_TEST_NO_GROUP_COMMIT');
  readonly #runsAtOnce = !isSwitchedOff('PARLEY_TEST_NO_STATEMENTS_AT_ONCE');

  /** `aside`: for the reads that may take long; `checkpoints` null = SQLite makes them itself. */
  constructor(file: SqliteFile, access: Access, aside: AsideReads, checkpoints: Checkpoints | null) {
    super();
    this.#file = file;
    this.#access = access;
    this.#aside = aside;
    this.#checkpoints = checkpoints;
    const acquire = async (until: number) => {
      await this.#checkpoints?.beforeTransaction();
      return this.#acquire(until);
    };
    this.#groups = new GroupCommit(acquire, access.waitMs);
  }

  acquireConnection(): Promise<SqliteConnection> {
    return this.#acquire(performance.now() + this.#access.waitMs);
  }

  async #acquire(until: number): Promise<SqliteConnection> {
    await this.#queue.enter(until);
    return new SqliteConnection(this.#file, this.#access.faults, this.#queue, until);
  }

  /** At once where nobody has the connection. */
  override execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#execute(query);
  }

  override executeAside<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#aside.read(query, () => this.#execute(query));
  }

  async #execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#runsAtOnce || !this.#queue.isFree) return super.execute(query);
    try {
      return this.#file.execute(query.sql, query.parameters) as QueryResult<Row>;
    } catch (error) {
      if (faultOf(error) === 'locked') return super.execute(query);
      this.#access.faults.note(error);
      throw error;
    }
  }

  /** Together with others that are asked for at the same time. */
  override async transaction<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T> {
    if (this.#commitsGroups) return this.#groups.run(work);
    await this.#checkpoints?.beforeTransaction();
    return super.transaction(work);
  }

  async destroy(): Promise<void> {
    await Promise.all([this.#aside.close(), this.#checkpoints?.close()]);
    this.#file.close();
  }
}

/** The connection while one caller has it. */
class SqliteConnection implements HeldConnection {
  readonly #file: SqliteFile;
  readonly #faults: FaultWatch;
  readonly #queue: ConnectionQueue;
  /** Until when it waits at most, by `performance.now()`. */
  readonly #until: number;
  #inTransaction = false;
  /** The error with which SQLite ended the transaction by itself; null = it has not. */
  endedBy: unknown = null;
  #isReleased = false;

  constructor(file: SqliteFile, faults: FaultWatch, queue: ConnectionQueue, until: number) {
    this.#file = file;
    this.#faults = faults;
    this.#queue = queue;
    this.#until = until;
  }

  /** Whether its transaction goes on. */
  get isOpen(): boolean {
    return this.#inTransaction && this.#file.inTransaction;
  }

  async begin(): Promise<void> {
    await this.#whenUnlocked(() => this.#file.execute('begin immediate', []));
    this.#inTransaction = true;
  }

  commit(): void {
    this.run('commit');
    this.#inTransaction = false;
  }

  /** Never throws: if the rollback fails, the connection is abandoned together with its transaction. */
  rollback(): void {
    this.#inTransaction = false;
    try {
      if (this.#file.inTransaction) this.#file.execute('rollback', []);
    } catch {
      this.#file.abandon();
    }
  }

  /** Runs a statement inside of the transaction. */
  run(sql: string, parameters: readonly unknown[] = []): QueryResult<unknown> {
    // SQLite has ended the transaction: the statement would be kept although the rest is not.
    if (!this.#file.inTransaction) throw this.endedBy ?? new Error('the transaction has ended');
    try {
      return this.#file.execute(sql, parameters);
    } catch (error) {
      this.#faults.note(error);
      if (!this.#file.inTransaction) this.endedBy = error;
      throw error;
    }
  }

  rollbackTo(savepoint: string): void {
    this.run(`rollback to ${savepoint}`);
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const result = this.#inTransaction
      ? this.run(sql, parameters)
      : await this.#whenUnlocked(() => this.#file.execute(sql, parameters));
    return result as QueryResult<Row>;
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('rows are read in pages, not streamed');
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    if (this.#file.inTransaction) this.rollback();
    this.#queue.leave();
  }

  /** Tries `work` until no other program holds the lock; between the tries, other callers use the connection. */
  async #whenUnlocked<Result>(work: () => Result): Promise<Result> {
    const started = performance.now();
    for (;;) {
      try {
        return work();
      } catch (error) {
        const isLocked = faultOf(error) === 'locked';
        if (!isLocked || performance.now() - started > LONG_MS) this.#faults.note(error);
        if (!isLocked || performance.now() > this.#until) throw error;
      }
      this.#queue.leave();
      await sleep(PAUSE_MS);
      await this.#enterAgain();
    }
  }

  async #enterAgain(): Promise<void> {
    try {
      await this.#queue.enter(this.#until);
    } catch (error) {
      // The connection was not taken again, so it must not be given back.
      this.#isReleased = true;
      throw error;
    }
  }
}
