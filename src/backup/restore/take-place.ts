import { existsSync } from 'node:fs';
import { databaseFile, databaseOf } from '../../app.ts';
import type { Config } from '../../config.ts';
import { openOrm } from '../../db/orm.ts';
import { takeServeLock } from '../../db/serve-lock.ts';
import { openTx, type Tx } from '../../db/tx.ts';
import { BackupError } from '../format.ts';
import { withSqliteSnapshot } from '../tables/sqlite-snapshot.ts';
import { installationOf } from './installation-of.ts';
import { hasRows, requireAlone } from './postgres-target.ts';

/**
 * Sees that the place is free: no server uses it, and it has no account or user, unless `isForced`. A SQLite file, also one
 * that is not there yet, is kept from servers until the returned function is called.
 * @throws BackupError that says what is in the way; SecondServerError when a server uses the file
 */
export async function takePlace(config: Config, isForced: boolean): Promise<() => void> {
  const database = databaseOf(config);
  if ('url' in database) {
    const orm = await openOrm({ ...database, poolSize: 1 }, installationOf(config));
    try {
      await openTx(orm).onOneConnection((tx) => examinePostgres(tx, isForced));
    } finally {
      await orm.close(true);
    }
    return () => {};
  }
  const { file, nativeBinding } = database;
  const release = takeServeLock(file, nativeBinding);
  if (isForced || !existsSync(file) || !(await isUsed(file, nativeBinding))) return release;
  release();
  throw occupied(databaseFile(config));
}

async function examinePostgres(tx: Tx, isForced: boolean): Promise<void> {
  await requireAlone(tx);
  if (!isForced && (await hasRows(tx))) throw occupied('the database');
}

const occupied = (place: string) =>
  new BackupError(`${place} has accounts already: name an empty place, or replace them with --force`);

/** Whether it has an account or a user; true for a file that cannot be read. */
async function isUsed(file: string, nativeBinding: string | undefined): Promise<boolean> {
  return withSqliteSnapshot(file, nativeBinding, async (snapshot) => {
    const tables = await snapshot.all<{ name: string }>(
      "select name from sqlite_schema where name in ('accounts', 'users', 'platform_apps')",
    );
    for (const { name } of tables) if ((await snapshot.all(`select 1 from ${name} limit 1`)).length > 0) return true;
    return false;
  }).catch(() => true);
}
