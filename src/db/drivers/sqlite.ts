import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Access } from '../access.ts';
import { AsideReads } from '../aside/aside-reads.ts';
import { ReadThread } from '../aside/read-thread.ts';
import { SqliteDriver } from './sqlite-driver.ts';
import { SqliteFile } from './sqlite-file.ts';
import type { OwnDialect } from './transaction-driver.ts';

/**
 * The Kysely dialect for the SQLite file at `path`, or for a database in memory (":memory:").
 * @throws Error when it cannot be opened
 */
export function sqliteDialect(path: string, access: Access, nativeBinding?: string): OwnDialect {
  const file = new SqliteFile(path, nativeBinding);
  const driver = new SqliteDriver(file, access, asideReads(file, path, nativeBinding));
  return {
    driver,
    touches: file.touches,
    createDriver: () => driver,
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new OneConnectionAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** Tests set the variables to see the same answers read on the usual connection, or anew each time. */
function asideReads({ touches }: SqliteFile, path: string, nativeBinding?: string): AsideReads {
  const isOn = path !== ':memory:' && !process.env['PARLEY_TEST_NO_COUNT_WORKER'];
  const keeps = !process.env['PARLEY_TEST_NO_KEPT_COUNTS'];
  return new AsideReads(touches, isOn ? new ReadThread(path, nativeBinding) : null, keeps);
}

/** The driver gives the connection to one caller at a time itself, so Kysely need not. */
class OneConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
