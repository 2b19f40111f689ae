import Database from 'better-sqlite3';
import { chmodSync } from 'node:fs';
import { SqliteDialect } from 'kysely';
import { LRUCache } from 'lru-cache';

const CACHED_STATEMENTS = 500;
const BUSY_TIMEOUT_MS = 10_000;
/** Pages kept in memory: 32 MiB. */
const CACHE_KIB = 32 * 1024;
/** Pages in the log before it is folded into the database: 16 MiB, so that a busy hour does not sync twice as often. */
const CHECKPOINT_PAGES = 4096;

/**
 * The SQLite file at `path` (":memory:" for one that is never written) as Kysely wants it, with the three things that
 * Kysely's own driver lacks: statements are prepared once, values come back as PostgreSQL's driver gives them (booleans,
 * dates, JSON), and transactions take the write lock at their start, so that none fails halfway because another
 * process wrote.
 */
export function sqliteDialect(path: string, nativeBinding?: string): SqliteDialect {
  const database = new Database(path, { timeout: BUSY_TIMEOUT_MS, ...(nativeBinding && { nativeBinding }) });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma(`cache_size = -${CACHE_KIB}`);
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  // Whoever else is on the machine has no business with other people's messages.
  if (path !== ':memory:') chmodSync(path, 0o600);
  const statements = new LRUCache<string, Statement>({ max: CACHED_STATEMENTS });

  return new SqliteDialect({
    database: {
      prepare(sql: string) {
        let statement = statements.get(sql);
        if (!statement) {
          statement = prepare(database, sql === 'begin' ? 'begin immediate' : sql);
          statements.set(sql, statement);
        }
        return statement;
      },
      close() {
        statements.clear();
        database.close();
      },
    },
  });
}

/** What Kysely's driver uses of a better-sqlite3 statement. */
type Statement = {
  reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  iterate(parameters: readonly unknown[]): IterableIterator<unknown>;
};

function prepare(database: Database.Database, sql: string): Statement {
  const statement = database.prepare<unknown[], unknown[]>(sql);
  if (!statement.reader) {
    return {
      reader: false,
      all: () => [],
      run: (parameters) => statement.run(...parameters.map(encode)),
      iterate: () => [][Symbol.iterator](),
    };
  }

  const toRow = rowMaker(statement.columns());
  statement.raw(true);
  return {
    reader: true,
    all: (parameters) => statement.all(...parameters.map(encode)).map(toRow),
    run: () => ({ changes: 0, lastInsertRowid: 0 }),
    *iterate(parameters) {
      for (const values of statement.iterate(...parameters.map(encode))) yield toRow(values);
    },
  };
}

/** By the type that the column was declared with. */
const decoders = {
  boolean: (value: number) => value !== 0,
  datetime: (value: number) => new Date(value),
  json: (value: string) => JSON.parse(value) as unknown,
};

/**
 * Makes a row's object of its values. The function is written for the statement's columns, names and types included:
 * a loop over them takes a quarter of a list page's time longer.
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
function encode(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.getTime();
  return value ?? null;
}
