import type { CompiledQuery, QueryResult } from 'kysely';
import type { Author, AuthorOf } from './audit/author.ts';
import { runAudited } from './audit/run-audited.ts';
import { auditedWrite, type Write } from './audit/written.ts';
import { type Entry, writeEntry } from './audit/write-entry.ts';
import type { Database, Db } from './database.ts';
import { ConnectionError, FAULT_SENTENCES } from './faults.ts';
import { NotOnDiskError } from './drivers/log-sync.ts';
import type { HeldConnection } from './drivers/transaction-driver.ts';
import type { KeptRows } from './kept/kept-rows.ts';
import type { Installation } from './installation.ts';
import { allOf } from './all-of.ts';
import { kyselyOn } from './kysely-on.ts';
import { Look } from './kept/look.ts';
import { USUAL, type Way } from './way.ts';

/**
 * The database for commands and queries, inside or outside a transaction, and its installation's settings.
 */
export class Tx {
  readonly #database: Database;
  readonly #way: Way;
  /** What is told after the commit, in this order, by all on this transaction; in a savepoint, what has been told in it. */
  readonly #told: string[];
  #db: Db | undefined;
  readonly #look: Look;

  constructor(database: Database, look: Look, way = USUAL, told: string[] = []) {
    this.#database = database;
    this.#told = told;
    this.#look = look;
    this.#way = way;
  }

  #with(changed: Partial<Way>, told = this.#told): Tx {
    return new Tx(this.#database, this.#look, { ...this.#way, ...changed }, told);
  }

  get installation(): Installation {
    return this.#database.installation;
  }

  /** False on SQLite. */
  get isPostgres(): boolean {
    return this.#database.isPostgres;
  }

  get isInTransaction(): boolean {
    return this.#way.depth > 0;
  }

  /** Runs a compiled query. All statements go through here, including statements of `db`. */
  execute<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    const { connection, isAside, note, author } = this.#way;
    note?.(query.sql);
    if (!this.isInTransaction) refuseLasting(this.#database, query.sql);
    const write = author && auditedWrite(query);
    if (write) return this.#audited(query, write);
    if (connection) return connection.executeQuery<Row>(query);
    return isAside ? this.#database.executeAside<Row>(query) : this.#database.execute<Row>(query);
  }

  /** Runs the statement and writes to the audit log what it does, both or neither. */
  #audited<Row>(query: CompiledQuery<Row>, write: Write): Promise<QueryResult<Row>> {
    const { author } = this.#way;
    if (author === null) return this.execute(query);
    if (!this.isInTransaction) return this.transactional((tx) => tx.#audited(query, write));
    return runAudited(this.#with({ author: null }), author(), write, query);
  }

  /** Kysely, to build a query and run it. */
  get db(): Db {
    return (this.#db ??= kyselyOn(this.#database.dialect, <Row>(query: CompiledQuery) => this.execute<Row>(query)));
  }

  /**
   * The answers to what `read` asks for at once, without one waiting for the other: PostgreSQL gets it in one piece. All
   * have ended when it throws the error of the first that failed. Outside of a transaction `read` may run again.
   */
  async together<Results extends readonly unknown[]>(
    read: (tx: Tx) => readonly [...{ [Index in keyof Results]: Promise<Results[Index]> }],
  ): Promise<Results> {
    return this.isPostgres ? this.onOneConnection((tx) => allOf<Results>(read(tx))) : allOf<Results>(read(this));
  }

  /** The result of `read`, with all statements on the same connection; outside a transaction, `read` may run again. */
  async onOneConnection<T>(read: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#way.connection) return read(this);
    return this.#database.dialect.driver.share((connection) => read(this.#with({ connection })));
  }

  /**
   * The result of `read`, with all statements reading the PostgreSQL database as of the same moment. `read` may run again. Not
   * for use in a transaction.
   */
  snapshot<T>(read: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#database.dialect.driver.snapshot((connection) => read(this.#with({ connection })));
  }

  /**
   * Does not wait, on PostgreSQL and in a transaction, for the answer to a statement whose answer is not needed. Where it
   * fails, so do those after it, with its error: at the latest the commit.
   */
  async sent(statement: Promise<unknown>): Promise<void> {
    if (!this.isPostgres || !this.isInTransaction) await statement;
    // It is thrown by what follows.
    else statement.catch(() => {});
  }

  /**
   * Tells the listeners of the bus after the commit, in the order of commits; nothing of what is rolled back. On
   * PostgreSQL, `pg_notify` does the same for all processes, and the bus ignores what it gets here while that arrives.
   */
  tellAfterCommit(text: string): void {
    if (this.isInTransaction) this.#told.push(text);
    else this.#database.onCommit([text]);
  }

  /** Runs `work` once in a transaction, or in a savepoint of this one; `inTransaction` also repeats it after conflicts. */
  async transactional<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { connection, depth, isDerived } = this.#way;
    if (connection && depth > 0) return this.#inSavepoint(connection, depth, work);
    refuseLasting(this.#database);
    const { dialect, onCommit } = this.#database;
    let told: string[] = [];
    try {
      const result = await dialect.driver.transaction(async (connection) => {
        const tx = this.#with({ connection, depth: 1 }, []);
        const result = await work(tx);
        told = tx.#told;
        return result;
      }, isDerived);
      onCommit(told);
      return result;
    } catch (error) {
      // Others read what could not be synced.
      if (error instanceof NotOnDiskError) onCommit(told);
      throw error;
    }
  }

  /** Resolves when all is on the disk that can be read now, but for what derived transactions wrote. @throws NotOnDiskError */
  whenOnDisk(): Promise<void> {
    return this.#database.dialect.driver.whenOnDisk();
  }

  async #inSavepoint<T>(connection: HeldConnection, depth: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    const { driver } = this.#database.dialect;
    const name = `nested_${depth}`;
    await this.sent(driver.savepoint(connection, name));
    try {
      const nested = this.#with({ depth: depth + 1 }, []);
      const result = await work(nested);
      await driver.releaseSavepoint(connection, name);
      this.#told.push(...nested.#told);
      return result;
    } catch (error) {
      // Where this fails, the whole transaction is at its end, and says so at its next statement.
      await driver.rollbackToSavepoint(connection, name).catch(() => {});
      throw error;
    }
  }

  /** The same with `note` called before each statement: none is left out because its rows are kept. */
  noting(note: (sql: string) => void): Tx {
    return this.#with({ note });
  }

  /**
   * The same database, for statements that may take long. On SQLite, outside of a transaction, they run in a thread of their
   * own, so that other requests are answered meanwhile. What reads find is kept until it may have changed. Writes are for what
   * may be done twice (`AsideWrites`), and have all that is kept read anew.
   */
  get aside(): Tx {
    const { execute, executeAside } = this.#database;
    return this.#way.connection || execute === executeAside ? this : this.#with({ isAside: true });
  }

  /**
   * The same for transactions that write only what can be made anew from the rest of the database, such as an index: their
   * commits on SQLite do not wait for the disk, which gets it with the next commit that does. A power cut may take them back.
   * Single statements, and what is done inside of another transaction, are as without it.
   */
  get derived(): Tx {
    return this.#with({ isDerived: true });
  }

  /** Has what other programs may have changed in the SQLite file forgotten, as `Look` does. False = it cannot be told now. */
  isCaughtUp(): boolean {
    return this.#look.isCaughtUp(this.#database.dialect.touches);
  }

  /**
   * Looks whether other programs have written to the SQLite file. Gives another number than the last time where they have, and
   * now and then where they have not. Null = it cannot be told now, and always on PostgreSQL.
   */
  lookForOthers(): number | null {
    const { touches } = this.#database.dialect;
    return touches?.isCaughtUp() ? touches.doubts : null;
  }

  /**
   * Gives another text than the last time where anything may have been written to the SQLite file, by whichever program. Where
   * it is the same, a statement outside of a transaction finds what the one before has found. Null = as `lookForOthers`.
   */
  lookForWrites(): string | null {
    const doubts = this.lookForOthers();
    return doubts === null ? null : `${doubts} ${this.#database.dialect.touches?.writes}`;
  }

  /** The same for changes that the user with this id makes: what is told of them says so. */
  by(userId: number): Tx {
    return this.#with({ performerId: userId });
  }

  /** The user who makes the changes; null = somebody else, or the system. */
  get performerId(): number | null {
    return this.#way.performerId;
  }

  /** The same for changes that an automation rule makes. */
  get byRule(): Tx {
    return this.#with({ isRule: true });
  }

  /** Whether an automation rule makes the changes: they trigger no rule. */
  get isRule(): boolean {
    return this.#way.isRule;
  }

  /** The same for removing the account with this id: what is done later says so. */
  removing(accountId: number): Tx {
    return this.#with({ removedAccountId: accountId });
  }

  /** The account under removal; null = none. */
  get removedAccountId(): number | null {
    return this.#way.removedAccountId;
  }

  /** The same for changes of this author, which the audit log has by the rules of db/audit/rules.ts. */
  audited(author: AuthorOf): Tx {
    return this.#with({ author });
  }

  /** The same with `meter` told of the bytes of what is written, as far as `noteBytes` is. */
  metered(meter: (bytes: number) => void): Tx {
    return this.#with({ meter });
  }

  /** Tells who counts them of bytes that are written. */
  noteBytes(bytes: number): void {
    this.#way.meter?.(bytes);
  }

  /** The same with what is known otherwise of the author. */
  authored(known: Partial<Author>): Tx {
    const { author } = this.#way;
    return author === null ? this : this.#with({ author: () => ({ ...author(), ...known }) });
  }

  /** Writes to the audit log what is no change of a row that has a rule; nothing where the system does it. */
  async audit(entry: Entry): Promise<void> {
    const author = this.#way.author?.();
    if (author) await writeEntry(this.db, author, entry);
  }

  /** The kept texts of lists; null inside a transaction, which must see its own changes. */
  get texts(): Database['texts'] {
    return this.isInTransaction ? null : this.#database.texts;
  }

  /** The rows that queries gave; null inside of a transaction, and where each statement must be seen or is kept itself. */
  get rows(): KeptRows | null {
    const { depth, isAside, note } = this.#way;
    return depth > 0 || isAside || note ? null : this.#database.rows;
  }

  /** The same database outside of this transaction. On SQLite nobody gets to it before the transaction has ended. */
  fork(): Tx {
    return new Tx(this.#database, new Look());
  }
}

/** The database outside of any transaction. `look` is shared by those who may answer from what one of them has looked for. */
export function openTx({ database }: { database: Database }, look = new Look()): Tx {
  return new Tx(database, look);
}

/** Statements that write rows. */
const WRITES = /\b(insert\s+into|update|delete\s+from)\b/i;

/**
 * Refuses a transaction, or `statement` where that writes, as long as the database may not be written (`Standing`).
 * @throws ConnectionError
 */
function refuseLasting({ refusal: { fault } }: Database, statement?: string): void {
  if (fault === null || (statement !== undefined && !WRITES.test(statement))) return;
  throw new ConnectionError(fault, FAULT_SENTENCES[fault]);
}
