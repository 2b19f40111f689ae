import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Access } from '../access.ts';
import { SqliteDriver } from './sqlite-driver.ts';
import { SqliteFile } from './sqlite-file.ts';
import type { OwnDialect } from './transaction-driver.ts';

/**
 * The Kysely dialect for the SQLite file at `path`, or for a database in memory (":memory:").
 * @throws Error when it cannot be opened
 */
export function sqliteDialect(path: string, access: Access, nativeBinding?: string): OwnDialect {
  const file = new SqliteFile(path, nativeBinding);
  const driver = new SqliteDriver(file, access);
  return {
    driver,
    touches: file.touches,
    createDriver: () => driver,
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new OneConnectionAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** The driver gives the connection to one caller at a time itself, so Kysely need not. */
class OneConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
