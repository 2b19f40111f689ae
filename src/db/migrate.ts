import { copyBeforeMigration } from './copy-before-migration.ts';
import { createSchema } from './migrations/sqlite/create-schema.ts';
import type { Db } from './database.ts';
import { openTx, type Tx } from './tx.ts';
import { sql } from 'kysely';
import type { NamedMigration } from './migrations/named-migration.ts';
import { type Orm } from './orm.ts';
import { refuseHalfRestored } from './unfinished-restore.ts';
import { requireSupportedDatabase, UnsupportedDatabaseError } from './supported-database.ts';

/** Which migrations the database has and lacks, by name, in the order of application. */
export type MigrationState = {
  applied: string[];
  pending: string[];
  /** Applied migrations that this version does not know: a newer Parley has used the database. */
  unknown: string[];
};

/** Reads which migrations the database has. @throws Error when it cannot be read */
export async function migrationState(orm: Orm): Promise<MigrationState> {
  const list = (orm.config.get('migrations').migrationsList ?? []) as NamedMigration[];
  const known = list.map(({ name }) => name);
  const applied = await readApplied(orm);
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** The names of the applied migrations. Makes their table where there is none. */
async function readApplied({ migrator }: Orm): Promise<string[]> {
  const read = async () => (await migrator.getExecuted()).map(({ name }) => name);
  // MikroORM looks for the table and then makes it, and another process may have made it in between. Any other
  // error is thrown by the second try.
  return read().catch(read);
}

/**
 * Refuses a database that a newer Parley has changed, since going on could destroy data.
 * @throws UnsupportedDatabaseError when the database has migrations that this version does not know
 */
export function refuseNewer({ unknown }: MigrationState): void {
  if (unknown.length === 0) return;
  throw new UnsupportedDatabaseError(
    `the database was written by a newer Parley (it has ${unknown.join(', ')}); install that version or restore a backup`,
  );
}

/** Steps before the database is changed: the copy of a database with data, or a look before the first migration. */
export type Before = {
  /** Copies a PostgreSQL database to this file, and looks whether that is sound; absent = it is not copied. */
  copyPostgres?: (path: string) => Promise<void>;
  /** Hears of the copy, before the database is changed. */
  onCopied?: (path: string) => void;
  /** Called before the first migration of an empty database; may throw to leave it empty. */
  beforeFirst?: () => Promise<void>;
};

/**
 * Applies the pending migrations and returns their names. A database with data is copied to `backupDir` first; null = no copy is
 * made. On PostgreSQL, and where SQLite's database is empty, several processes may call this at once.
 * @throws UnsupportedDatabaseError, before anything is changed, when the database is too old, has another encoding
 *   than UTF-8, or was changed by a newer Parley; DamagedCopyError when the copy is not sound; UnfinishedRestoreError when a restore was interrupted;
 *   what `beforeFirst` throws
 */
export async function migrate(
  orm: Orm,
  backupDir: string | null,
  now: Date,
  { copyPostgres, onCopied, beforeFirst }: Before = {},
): Promise<string[]> {
  await requireSupportedDatabase(orm);
  return whileNoOtherMigrates(orm, async () => {
    await refuseHalfRestored(openTx(orm));
    const state = await migrationState(orm);
    refuseNewer(state);
    if (state.pending.length === 0) return [];
    const tx = openTx(orm);
    if (state.applied.length === 0) await beforeFirst?.();
    if (state.applied.length > 0 && backupDir !== null && (copyPostgres || !tx.isPostgres)) {
      const path = await copyBeforeMigration(tx, backupDir, now, copyPostgres ?? noCopy);
      onCopied?.(path);
    }
    return applyMigrations(orm);
  });
}

async function noCopy(): Promise<void> {}

/**
 * Applies the pending migrations, up to the migration `to` if given. Returns the names of the applied ones. An empty SQLite
 * database gets the schema of all migrations at once.
 */
export async function applyMigrations(orm: Orm, to?: string): Promise<string[]> {
  const { dialect, isPostgres } = orm.database;
  const isEmpty = (await readApplied(orm)).length === 0;
  return dialect.driver.changingSchema(isEmpty, async () => {
    // The stored schema has all migrations, and is of no use where only some are wanted.
    const atOnce = isEmpty && !isPostgres && to === undefined ? await createSchema(openTx(orm)) : [];
    const applied = await orm.migrator.up(to === undefined ? {} : { to });
    return [...atOnce, ...applied.map(({ name }) => name)];
  });
}

const LOCK = 0x5061726c; // "Parl"

/**
 * Runs `work`, which uses other connections, while no other process migrates the PostgreSQL database. The lock belongs to a
 * transaction: behind a pooler, the next statement outside of a transaction may run on another connection, and the lock would stay.
 */
async function whileNoOtherMigrates<T>(orm: Orm, work: () => Promise<T>): Promise<T> {
  if (!openTx(orm).isPostgres) return work();
  return openTx(orm).transactional(async ({ db }) => {
    await liftTimeLimits(db);
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
    return work();
  });
}

/** Lifts the limits that PostgreSQL may be set up with: the transaction of the lock waits, and is idle while others migrate. */
async function liftTimeLimits(db: Db): Promise<void> {
  const names = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'];
  // Versions before 17 have no transaction_timeout.
  await sql`select set_config(name, '0', true) from pg_settings where name in (${sql.join(names)})`.execute(db);
}

/** The result of `work`, while no other process migrates the PostgreSQL database; its Tx is the connection with the lock. */
export async function withMigrationLock<T>(orm: Orm, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!openTx(orm).isPostgres) return work(openTx(orm));
  return openTx(orm).onOneConnection(async (tx) => {
    const { db } = tx;
    await sql`select pg_advisory_lock(${LOCK})`.execute(db);
    try {
      return await work(tx);
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(db);
    }
  });
}
