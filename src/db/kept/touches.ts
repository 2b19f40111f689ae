import type Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { NO_SCHEMA, readSchema, type Schema, triggersOf } from './triggers.ts';

/** What was written: "contacts" and "contacts 5" for the contact 5. */
export type Touched = ReadonlySet<string>;

/** What was written while something was being read. */
export type Reading = { touched: Set<string>; isInDoubt: boolean };

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
  #schema: Schema = NO_SCHEMA;
  /** The columns of tables whose updates are reported. */
  readonly #watched = new Map<string, Set<string>>();
  /** The virtual tables that each writing statement names: they cannot have triggers, which report other writes. */
  readonly #writes = new LRUCache<string, string[]>({ max: KNOWN_STATEMENTS });
  /** The tables that statements read. */
  readonly #statements = new LRUCache<string, string[]>({ max: KNOWN_STATEMENTS });
  readonly #readings = new Set<Reading>();
  /** Written since the last transaction ended. */
  #pending = new Set<string>();
  #dataVersion: (() => unknown) | null = null;
  #seen: { data: unknown; schema: unknown } = { data: null, schema: null };

  /** `open` gives the connection that is open now. */
  constructor(open: () => Database.Database) {
    this.#open = open;
  }

  /** Whether `settle` has something to tell. */
  get isPending(): boolean {
    return this.#pending.size > 0;
  }

  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Notes what is written from now on until `end`. */
  begin(): Reading {
    const reading = { touched: new Set<string>(), isInDoubt: false };
    this.#readings.add(reading);
    return reading;
  }

  end(reading: Reading): void {
    this.#readings.delete(reading);
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
  watch(sql: string): readonly string[] | null {
    const known = this.#statements.get(sql);
    if (known) return known;
    const database = this.#database;
    // A rollback would take the triggers back.
    if (database === null || database.inTransaction) return null;
    try {
      const tables = this.#watchAll(database, sql);
      if (tables !== null) this.#statements.set(sql, tables);
      return tables;
    } catch {
      // Another program holds the lock of the schema, or there is no room. Some triggers may be missing.
      this.reset();
      return null;
    }
  }

  #watchAll(database: Database.Database, sql: string): string[] | null {
    if (this.#schema === NO_SCHEMA) this.#schema = readSchema(database);
    const { columns: known, virtual } = this.#schema;
    const words = new Set(sql.match(/\w+/g));
    const isOfAll = sql.replaceAll('count(*)', '').includes('*');
    const tables = [...words].filter((word) => known.has(word));
    for (const table of tables.filter((table) => !virtual.includes(table))) {
      const columns = known.get(table);
      if (!columns) return null;
      this.#watchColumns(database, table, isOfAll ? columns : columns.filter((column) => words.has(column)));
    }
    return tables;
  }

  /** To be called before each statement that may write: virtual tables have no triggers. */
  noteWrite(sql: string): void {
    if (this.#schema.virtual.length === 0) return;
    let written = this.#writes.get(sql);
    if (!written) {
      // Also by the tables that it is stored in, such as message_search_data.
      written = this.#schema.virtual.filter((table) => new RegExp(`\\b${table}`, 'i').test(sql));
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
    this.#schema = NO_SCHEMA;
    this.#watched.clear();
    this.#statements.clear();
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
    for (const reading of this.#readings) reading.isInDoubt = true;
    for (const listener of this.#listeners) listener(null);
  }

  #watchColumns(database: Database.Database, table: string, columns: string[]): void {
    const watched = this.#watched.get(table);
    if (watched && columns.every((column) => watched.has(column))) return;
    const all = new Set([...(watched ?? []), ...columns]);
    database.exec(triggersOf(table, [...all]));
    this.#watched.set(table, all);
  }
}
