import Database from 'better-sqlite3';
import { SqliteDialect } from 'kysely';
import { LRUCache } from 'lru-cache';

const CACHED_STATEMENTS = 500;
const BUSY_TIMEOUT_MS = 10_000;

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

type Row = Record<string, unknown>;
type Decode = (value: never) => unknown;

/** What Kysely's driver uses of a better-sqlite3 statement. */
type Statement = {
  reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  iterate(parameters: readonly unknown[]): IterableIterator<unknown>;
};

/** By the type that the column was declared with. */
const decoders: Record<string, Decode> = {
  boolean: (value: number) => value !== 0,
  datetime: (value: number) => new Date(value),
  json: (value: string) => JSON.parse(value) as unknown,
};

function prepare(database: Database.Database, sql: string): Statement {
  const statement = database.prepare<unknown[], Row>(sql);
  const decode = statement.reader ? rowDecoder(statement) : undefined;

  return {
    reader: statement.reader,
    all(parameters) {
      const rows = statement.all(...parameters.map(encode));
      if (decode) for (const row of rows) decode(row);
      return rows;
    },
    run(parameters) {
      return statement.run(...parameters.map(encode));
    },
    *iterate(parameters) {
      for (const row of statement.iterate(...parameters.map(encode))) {
        decode?.(row);
        yield row;
      }
    },
  };
}

/** Changes a row's values in place; undefined when the statement has no column that needs it. */
function rowDecoder(statement: Database.Statement<unknown[], Row>): ((row: Row) => void) | undefined {
  const columns = statement
    .columns()
    .flatMap(({ name, type }) => (type && decoders[type] ? [{ name, decode: decoders[type] }] : []));
  if (columns.length === 0) return undefined;

  return (row) => {
    for (const { name, decode } of columns) {
      const value = row[name];
      if (value !== null) row[name] = decode(value as never);
    }
  };
}

/** better-sqlite3 binds neither booleans nor dates. */
function encode(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.getTime();
  return value ?? null;
}
