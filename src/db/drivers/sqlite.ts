import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Access } from '../access.ts';
import { SqliteDriver } from './sqlite-driver.ts';
import { SqliteFile } from './sqlite-file.ts';

/**
 * The SQLite file at `path` (":memory:" for one that is never written) as Kysely wants it.
 * @throws Error when it cannot be opened
 */
export function sqliteDialect(path: string, access: Access, nativeBinding?: string): Dialect {
  const file = new SqliteFile(path, nativeBinding);
  return {
    createDriver: () => new SqliteDriver(file, access),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new OneConnectionAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** The driver itself lets one after the other have the connection, so Kysely is not to wait for it as well. */
class OneConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
