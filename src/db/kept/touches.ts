import type Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { Reading } from './reading.ts';
import { READ_SCHEMA, type SchemaRow, schemaOf } from './schema.ts';
import { StatementReads, type TableRead } from './statement-reads.ts';
import { triggersOf } from './triggers.ts';

/** What was written: "contacts" and "contacts 5" for the contact 5. */
export type Touched = ReadonlySet<string>;

/** Called with what was written, after the end of the transaction; null = anything may have been. */
type Listener = (touched: Touched | null) => void;

/** Writes of more keys in one transaction count as writes of everything. */
const MOST_KEYS = 10_000;
const KNOWN_STATEMENTS = 500;

/**
 * Tells what is written to a SQLite file, by whichever command and process, since it was read. Writes on this connection
 * are reported by temporary triggers, which are made for the tables and columns that are read, just before they are:
 * there is no list of tables to keep up to date. Writes of others are noticed by SQLite's `data_version`, which does not
 * say what they were.
 */
export class Touches {
  readonly #open: () => Database.Database;
  readonly #listeners: Listener[] = [];
  /** Null = closed, or nothing has been read from it. */
  #database: Database.Database | null = null;
  /** Null = its schema has not been read. */
  #reads: StatementReads | null = null;
  /** The virtual tables of which writes can be told: they cannot have triggers, which report other writes. */
  #virtual: string[] = [];
  /** The columns of tables whose updates are reported. */
  readonly #watched = new Map<string, Set<string>>();
  /** The virtual tables that each writing statement names. */
  readonly #writes = new LRUCache<string, string[]>({ max: KNOWN_STATEMENTS });
  readonly #readings = new Set<Reading>();
  /** Written since the last transaction ended. */
  #pending = new Set<string>();
  #dataVersion: (() => unknown) | null = null;
  #seen: { data: unknown; schema: unknown } = { data: null, schema: null };
  #doubts = 0;
  #writeCount = 0;

  /** `open` gives the connection that is open now. */
  constructor(open: () => Database.Database) {
    this.#open = open;
  }

  /** Whether `settle` has something to tell. */
  get isPending(): boolean {
    return this.#pending.size > 0;
  }

  /** Grows whenever anything may have been written that no trigger has reported, as by another program. */
  get doubts(): number {
    return this.#doubts;
  }

  /** How many statements of this connection may have written something. */
  get writes(): number {
    return this.#writeCount;
  }

  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** What `read` gives, which is told what is written meanwhile, and notes its statements with it. */
  async reading<T>(read: (reading: Reading) => Promise<T>): Promise<T> {
    const reading = new Reading((sql) => this.watch(sql));
    this.#readings.add(reading);
    try {
      return await read(reading);
    } finally {
      this.#readings.delete(reading);
      // It hears no more.
      reading.isInDoubt = true;
    }
  }

  /** Looks whether other programs have written, and has what they may have changed forgotten. False = it cannot be told now. */
  isCaughtUp(): boolean {
    try {
      this.#catchUp();
      return true;
    } catch {
      return false;
    }
  }

  /** @throws SqliteError when another program holds the lock */
  #catchUp(): void {
    const database = this.#open();
    if (database !== this.#database) this.#attach(database);
    const data = this.#dataVersion?.();
    if (data === this.#seen.data) return;
    const schema = database.pragma('schema_version', { simple: true });
    if (schema === this.#seen.schema) this.#doubt();
    else this.reset();
    this.#seen = { data, schema };
  }

  /**
   * Makes sure that writes to what the statement reads are reported. Returns the tables that it names; null = writes
   * cannot be told.
   */
  watch(sql: string): readonly TableRead[] | null {
    const database = this.#database;
    if (database === null) return null;
    try {
      const tables = this.#readsOf(database)?.of(sql) ?? null;
      return tables?.every((read) => this.#watchTable(database, read)) ? tables : null;
    } catch {
      // Another program holds the lock of the schema, or there is no room. Some triggers may be missing.
      this.reset();
      return null;
    }
  }

  /** Null in a transaction that may have changed the schema. */
  #readsOf(database: Database.Database): StatementReads | null {
    if (this.#reads === null && !database.inTransaction) {
      const schema = schemaOf(database.prepare<[], SchemaRow>(READ_SCHEMA.sqlite).all());
      this.#virtual = [...schema].flatMap(([table, { kind }]) => (kind === 'virtual' ? [table] : []));
      this.#reads = new StatementReads(schema);
    }
    return this.#reads;
  }

  /** To be called before each statement that may write. Virtual tables have no triggers. */
  noteWrite(sql: string): void {
    this.#writeCount += 1;
    if (this.#virtual.length === 0) return;
    let written = this.#writes.get(sql);
    if (!written) {
      // Also by the tables that it is stored in, such as message_search_data.
      written = this.#virtual.filter((table) => new RegExp(`\\b${table}`, 'i').test(sql));
      this.#writes.set(sql, written);
    }
    for (const table of written) this.#pending.add(table);
  }

  /** To be called after the end of each transaction: what was written can be read now, or was taken back. */
  settle(): void {
    const touched = this.#pending;
    this.#pending = new Set();
    if (touched.size > MOST_KEYS) return this.#doubt();
    for (const reading of this.#readings) for (const key of touched) reading.touched.add(key);
    for (const listener of this.#listeners) listener(touched);
  }

  /** To be called when the schema has changed. */
  reset(): void {
    this.#reads = null;
    this.#virtual = [];
    this.#watched.clear();
    this.#writes.clear();
    this.#doubt();
  }

  /** To be called before the connection is closed. */
  detach(): void {
    this.#database = null;
    this.#dataVersion = null;
    this.#pending.clear();
    this.reset();
  }

  #attach(database: Database.Database): void {
    this.detach();
    database.function('parley_touch', { varargs: true }, (table, ...keys) => this.#touch(table, keys));
    // Without it, rows that "insert or replace" removes are not reported.
    database.pragma('recursive_triggers = on');
    const statement = database.prepare('pragma data_version').pluck();
    this.#dataVersion = () => statement.get();
    this.#database = database;
  }

  #touch(table: unknown, keys: unknown[]): null {
    if (this.#pending.size > MOST_KEYS) return null;
    this.#pending.add(`${table}`);
    for (const key of keys) this.#pending.add(`${table} ${key}`);
    return null;
  }

  #doubt(): void {
    this.#doubts += 1;
    for (const reading of this.#readings) reading.isInDoubt = true;
    for (const listener of this.#listeners) listener(null);
  }

  /** Returns whether writes to the table are reported. */
  #watchTable(database: Database.Database, { table, columns }: TableRead): boolean {
    if (columns === null) return true;
    const watched = this.#watched.get(table);
    if (watched && columns.every((column) => watched.has(column))) return true;
    // A rollback would take the triggers back.
    if (database.inTransaction) return false;
    const all = new Set([...(watched ?? []), ...columns]);
    database.exec(triggersOf(table, [...all]));
    this.#watched.set(table, all);
    return true;
  }
}
