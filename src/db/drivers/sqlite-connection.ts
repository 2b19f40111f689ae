import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';
import type { FaultWatch } from '../watch/fault-watch.ts';
import { faultOf } from '../faults.ts';
import type { ConnectionQueue } from './connection-queue.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { type HeldConnection, refuseStreaming } from './transaction-driver.ts';

/** Waiting longer than this for another program's lock is noted as a fault. */
const LONG_MS = 1000;
/** Pause before another program's lock is tried again. Others use the connection meanwhile. */
const PAUSE_MS = 5;

/** The connection while one caller has it. */
export class SqliteConnection implements HeldConnection {
  readonly streamQuery = refuseStreaming;
  readonly #file: SqliteFile;
  readonly #faults: FaultWatch;
  readonly #queue: ConnectionQueue;
  /** Until when it waits at most, by `performance.now()`. */
  readonly #until: number;
  #inTransaction = false;
  /** The error with which SQLite ended the transaction by itself; null = it has not. */
  endedBy: unknown = null;
  #isReleased = false;
  /** What `SqliteFile.writes` was when the transaction began. */
  #writesBefore = 0;

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
    this.#writesBefore = this.#file.writes;
  }

  /**
   * Others see what was written when it returns; it is on the disk when the promise resolves, for which the connection is
   * not needed. `isAlone`: as `LogSync` has it. @throws SqliteError where it cannot be committed
   */
  commit(isAlone = false): Promise<void> | void {
    if (this.#commit()) return this.#synced(this.#file.sync(isAlone));
  }

  /** As `commit`, without waiting for the disk unless much has been left to later syncs. */
  commitDerived(): Promise<void> | void {
    if (this.#commit()) return this.#synced(this.#file.syncLater());
  }

  /** Returns whether anything was written. */
  #commit(): boolean {
    this.run('commit');
    this.#inTransaction = false;
    return this.#file.writes !== this.#writesBefore;
  }

  #synced(syncing: Promise<void> | void): Promise<void> | void {
    return syncing?.catch((error: unknown) => this.#fail(error));
  }

  /** Never throws: if the rollback fails, the connection is abandoned together with its transaction. */
  rollback(): void {
    if (!this.#inTransaction) return;
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
      if (!this.#file.inTransaction) this.endedBy = error;
      return this.#fail(error);
    }
  }

  #fail(error: unknown): never {
    this.#faults.note(error);
    throw error;
  }

  rollbackTo(savepoint: string): void {
    this.run(`rollback to ${savepoint}`);
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isReleased) throw new Error('the connection has been given back');
    const result = this.#inTransaction
      ? this.run(sql, parameters)
      : await this.#whenUnlocked(() => executeAlone(this.#file, { sql, parameters }));
    return result as QueryResult<Row>;
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.rollback();
    this.#queue.leave();
  }

  /** Tries `work` until no other program holds the lock; between the tries, other callers use the connection. */
  async #whenUnlocked<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const started = performance.now();
    for (;;) {
      try {
        return await work();
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

/** Runs a statement outside of transactions. What it writes is on the disk when the promise resolves. */
function executeAlone(
  file: SqliteFile,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
): Promise<QueryResult<unknown>> | QueryResult<unknown> {
  const { writes } = file;
  const result = file.execute(sql, parameters);
  return file.writes === writes || file.inTransaction ? result : (file.sync()?.then(() => result) ?? result);
}
