import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';
import type { Access } from '../access.ts';
import type { AsideReads } from '../aside/aside-reads.ts';
import type { AsideWrites } from '../aside/aside-writes.ts';
import type { Checkpoints } from '../aside/checkpoints.ts';
import { ConnectionQueue } from './connection-queue.ts';
import { faultOf, waitedTooLong } from '../faults.ts';
import { GroupCommit } from './group-commit.ts';
import { msUntil } from './ms-until.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { TransactionDriver } from './transaction-driver.ts';
import { isSwitchedOff } from '../../switches.ts';

/** How much of the file is kept in memory while an empty database gets its schema: with more, 2 MB stay with the process. */
const EMPTY_CACHE_KIB = 512;

/** Where statements run that may take long. */
type Aside = { reads: AsideReads; writes: AsideWrites };

/**
 * The driver for one SQLite file, with one connection. It recovers from every failure, also where SQLite ends a
 * transaction by itself, as on a full disk, and then refuses the `rollback`. Unlike Kysely's driver, it never waits for
 * another program's lock inside of SQLite, which would block the whole process.
 */
export class SqliteDriver extends TransactionDriver<SqliteConnection> {
  readonly #file: SqliteFile;
  readonly #access: Access;
  readonly #queue: ConnectionQueue;
  readonly #groups: GroupCommit<SqliteConnection>;
  readonly #aside: Aside;
  readonly #checkpoints: Checkpoints | null;
  /** A test sets the variables to see the same with each transaction committed alone, and each statement in its turn. */
  readonly #commitsGroups = !isSwitchedOff('PARLEY_TEST_NO_GROUP_COMMIT');
  readonly #runsAtOnce = !isSwitchedOff('PARLEY_TEST_NO_STATEMENTS_AT_ONCE');

  /** `checkpoints` null = SQLite makes them itself. */
  constructor(file: SqliteFile, access: Access, aside: Aside, checkpoints: Checkpoints | null) {
    super();
    this.#file = file;
    this.#access = access;
    this.#queue = new ConnectionQueue(access.busy);
    this.#aside = aside;
    this.#checkpoints = checkpoints;
    const acquire = async (until: number) => {
      const copying = this.#checkpoints?.beforeTransaction();
      if (copying) await endingBy(until, copying);
      return this.#acquire(until);
    };
    this.#groups = new GroupCommit(acquire, access.waitMs, () => checkpoints?.isCopying ?? false);
  }

  acquireConnection(): Promise<SqliteConnection> {
    return this.#acquire(performance.now() + this.#access.waitMs);
  }

  async #acquire(until: number): Promise<SqliteConnection> {
    await this.#queue.enter(until);
    return new SqliteConnection(this.#file, this.#access.faults, this.#queue, until);
  }

  /** A read at once where nobody has the connection; a write in a transaction. */
  override execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#execute(query);
  }

  override executeAside<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const direct = () => this.#execute<Row>(query);
    return this.#writesBy(query.sql) ? this.#aside.writes.run(query, direct) : this.#aside.reads.read(query, direct);
  }

  async #execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#writesBy(query.sql)) return this.transaction((connection) => connection.executeQuery<Row>(query));
    if (!this.#runsAtOnce || !this.#queue.isFree) return super.execute(query);
    const started = performance.now();
    try {
      return this.#file.execute(query.sql, query.parameters) as QueryResult<Row>;
    } catch (error) {
      if (faultOf(error) === 'locked') return super.execute(query);
      this.#access.faults.note(error);
      throw error;
    } finally {
      this.#access.busy.ms += performance.now() - started;
    }
  }

  #writesBy(sql: string): boolean {
    try {
      return this.#file.writesBy(sql);
    } catch {
      // Running it tells what is wrong.
      return false;
    }
  }

  /** Together with others that are asked for at the same time. */
  override async transaction<T>(work: (connection: SqliteConnection) => Promise<T>, isDerived = false): Promise<T> {
    if (this.#commitsGroups) return this.#groups.run(work, isDerived);
    // As groups do: who writes again and again would keep all others waiting.
    await nextTurn();
    await this.#checkpoints?.beforeTransaction();
    return super.transaction(work);
  }

  override async changingSchema<T>(isEmpty: boolean, work: () => Promise<T>): Promise<T> {
    const keep = (where: 'memory' | 'file', kib: number | null) =>
      this.share(async () => {
        this.#file.keepTemporary(where);
        this.#file.keepPages(kib);
      });
    await keep('file', isEmpty ? EMPTY_CACHE_KIB : null);
    try {
      return await work();
    } finally {
      // Without it, all is only slower.
      await keep('memory', null).catch(() => {});
    }
  }

  override async whenOnDisk(): Promise<void> {
    await this.#file.synced();
  }

  async destroy(): Promise<void> {
    await Promise.all([this.#aside.reads.close(), this.#aside.writes.close(), this.#checkpoints?.close()]);
    // A sync that begins later would open the log again.
    await this.#file.synced()?.catch(() => {});
    this.#file.close();
  }
}

/** What `work` resolves to. @throws ConnectionError `busy` when it takes until `until`, by `performance.now()` */
async function endingBy<T>(until: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(waitedTooLong()), msUntil(until));
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
