import type Database from 'better-sqlite3';
import { withoutReturning } from './insert-of-one.ts';

/** A prepared statement, with or without result rows. */
export type Statement = {
  reader: boolean;
  writes: boolean;
  changesSchema: boolean;
  /** Whether it may begin or end a transaction. */
  movesTransaction: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): Database.RunResult;
};

const NOTHING_RUN: Database.RunResult = { changes: 0, lastInsertRowid: 0 };

/**
 * Prepares a statement, whose values come back as PostgreSQL's driver gives them (booleans, dates, JSON).
 * @throws SqliteError when it is no SQL, or names what the database does not have
 */
export function prepare(database: Database.Database, sql: string): Statement {
  const insert = withoutReturning(database, sql);
  if (insert !== null) return givingKey(database, insert);
  const statement = database.prepare<unknown[], unknown[]>(sql);
  if (!statement.reader) {
    return {
      reader: false,
      writes: !statement.readonly,
      changesSchema: /^\s*(create|alter|drop)\b/i.test(sql),
      movesTransaction: /^\s*(begin|commit|end|rollback|savepoint|release)\b/i.test(sql),
      all: () => [],
      run: (parameters) => statement.run(...parameters.map(encode)),
    };
  }

  const toRow = rowMaker(statement.columns());
  statement.raw(true);
  return {
    reader: true,
    writes: !statement.readonly,
    changesSchema: false,
    movesTransaction: false,
    all: (parameters) => statement.all(...parameters.map(encode)).map(toRow),
    run: () => NOTHING_RUN,
  };
}

/** The insert of a row, or of none, as a statement that gives a row with its key. */
function givingKey(database: Database.Database, insert: string): Statement {
  const { run } = prepare(database, insert);
  return {
    reader: true,
    writes: true,
    changesSchema: false,
    movesTransaction: false,
    all: (parameters) => {
      const { changes, lastInsertRowid } = run(parameters);
      return changes === 0 ? [] : [{ id: lastInsertRowid }];
    },
    run: () => NOTHING_RUN,
  };
}

/** By the declared type of the column. */
const decoders = {
  boolean: (value: number) => value !== 0,
  datetime: (value: number) => new Date(value),
  json: jsonIn,
};

/** Most JSON columns are empty, and parsing takes some time even then. */
function jsonIn(value: string): unknown {
  if (value === '{}') return {};
  return value === '[]' ? [] : (JSON.parse(value) as unknown);
}

/**
 * Returns a function that makes a row's object of its values. Its code is generated for the statement's columns: a loop
 * over the columns makes list pages a quarter slower.
 */
function rowMaker(columns: Database.ColumnDefinition[]): (values: unknown[]) => unknown {
  const fields = columns.map(({ name, type }, index) => {
    const value = `values[${index}]`;
    const decoded = type && type in decoders ? `${value} === null ? null : decoders.${type}(${value})` : value;
    return `${JSON.stringify(name)}: ${decoded}`;
  });
  // oxlint-disable-next-line no-implied-eval, no-new-func
  return new Function('decoders', `return (values) => ({ ${fields.join(', ')} })`)(decoders) as (
    values: unknown[],
  ) => unknown;
}

/** better-sqlite3 binds neither booleans nor dates. */
export function encode(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.getTime();
  return value ?? null;
}
