import { join } from 'node:path';
import { databaseFile, databaseOf } from '../../app.ts';
import type { Config } from '../../config.ts';
import { readSecretKey } from '../../config/own-secret-key.ts';
import { applyMigrations, withMigrationLock } from '../../db/migrate.ts';
import { openOrm, type Orm } from '../../db/orm.ts';
import { indexAnew } from '../../db/search/index-anew.ts';
import { findSealedSecret } from '../../db/sealed-secret.ts';
import { openTx, type Tx } from '../../db/tx.ts';
import { openVault, type Vault } from '../../db/vault.ts';
import { requireSound } from '../tables/sqlite-snapshot.ts';
import { emptyLog } from './empty-log.ts';
import type { Feed } from './feed.ts';
import { installationOf } from './installation-of.ts';
import { type Loaded, loadFeed } from './load-feed.ts';
import { migrateTo } from './migrate-to.ts';
import { emptyStage, marked, placeDatabase, placeFiles, placeKey, removeStage } from './place.ts';
import { dropReplaced, moveAside, putBack, requireAlone } from './postgres-target.ts';

/** What was restored. */
export type Restored = Loaded & {
  /** Migrations that the backup lacked. */
  migrated: string[];
  /** Whether the secrets in it can be opened with the key that is there now; null = it has none. */
  opensSecrets: boolean | null;
  /** Where the SQLite database is that was there before; null = none was, or it is PostgreSQL. */
  replaced: string | null;
};

/** Long, since migrations and checks go over all rows. */
const WAIT_MS = 600_000;
/** What the SQLite file is called in the stage. */
const SQLITE_NAME = 'parley.db';

/**
 * Makes the installation of `config` from `feed`: in a folder of its own in the data directory first, and only what is complete
 * comes to its place. What is in the place is replaced.
 * @throws BackupError when the backup is of no use here, and then nothing has changed; Error when it cannot be written
 */
export async function restoreBackup(config: Config, feed: Feed, now: Date): Promise<Restored> {
  const stage = await emptyStage(config.data_dir);
  try {
    return await (config.database.url ? intoPostgres : intoSqlite)(config, feed, stage, now);
  } finally {
    await removeStage(config.data_dir);
  }
}

async function intoSqlite(config: Config, feed: Feed, stage: string, now: Date): Promise<Restored> {
  const made = await withOrm(config, stage, async (orm) => {
    const made = await make(orm, config, feed, stage);
    const sealed = await findSealedSecret(openTx(orm));
    return { ...made, sealed };
  });
  // The threads have ended that copied the log meanwhile.
  await emptyLog(join(stage, SQLITE_NAME), nativeBindingOf(config));
  requireSound(join(stage, SQLITE_NAME), nativeBindingOf(config));
  const replaced = await marked(config.data_dir, async () => {
    await placeOthers(config, stage, now);
    return placeDatabase(stage, databaseFile(config), config.data_dir, now);
  });
  return { ...made, opensSecrets: canOpen(config, made.sealed), replaced };
}

function nativeBindingOf(config: Config): string | undefined {
  const database = databaseOf(config);
  return 'file' in database ? database.nativeBinding : undefined;
}

async function intoPostgres(config: Config, feed: Feed, stage: string, now: Date): Promise<Restored> {
  return withOrm(config, stage, (orm) =>
    withMigrationLock(orm, async (locked) => {
      // A server may have started while the backup was read; one that starts from here on waits for the lock.
      await requireAlone(locked);
      const tx = openTx(orm);
      await moveAside(tx);
      try {
        return await replacePostgres(orm, config, feed, { stage, now });
      } catch (error) {
        await putBack(tx);
        throw error;
      }
    }),
  );
}

async function replacePostgres(
  orm: Orm,
  config: Config,
  feed: Feed,
  { stage, now }: { stage: string; now: Date },
): Promise<Restored> {
  const tx = openTx(orm);
  const made = await make(orm, config, feed, stage);
  const sealed = await findSealedSecret(tx);
  const restoreKey = await placeOthers(config, stage, now);
  try {
    await dropReplaced(tx);
  } catch (error) {
    await restoreKey();
    throw error;
  }
  return { ...made, opensSecrets: canOpen(config, sealed), replaced: null };
}

/** Returns what puts the former secret key back. */
async function placeOthers({ data_dir }: Config, stage: string, now: Date): Promise<() => Promise<void>> {
  await placeFiles(stage, data_dir);
  return placeKey(stage, data_dir, now);
}

/** Fills the database, with the schema of the backup first, and brings it and its search index up to date. */
async function make(orm: Orm, config: Config, feed: Feed, stage: string): Promise<Loaded & { migrated: string[] }> {
  await migrateTo(orm, feed.header);
  const load = (tx: Tx) => loadFeed(tx, feed, { stage, usedKey: config.secret_key });
  const tx = openTx(orm);
  const loaded = tx.isPostgres ? await tx.transactional(load) : await load(tx);
  const migrated = await applyMigrations(orm);
  await indexAnew(tx);
  return { ...loaded, migrated };
}

/** Opens the database that is filled; a SQLite file is made in the stage, and synced when it is complete. */
async function withOrm<T>(config: Config, stage: string, work: (orm: Orm) => Promise<T>): Promise<T> {
  const settings = databaseOf(config);
  const filled = 'file' in settings ? { ...settings, file: join(stage, SQLITE_NAME) } : settings;
  const orm = await openOrm(filled, installationOf(config), { waitMs: WAIT_MS, syncs: false });
  try {
    return await work(orm);
  } finally {
    await orm.close(true);
  }
}

/** Whether the key in force opens the secret; null = there is none. */
function canOpen(config: Config, sealed: string | null): boolean | null {
  if (sealed === null) return null;
  const key = config.secret_key || readSecretKey(config.data_dir);
  return key !== null && opens(openVault(key), sealed);
}

function opens(vault: Vault, sealed: string): boolean {
  try {
    vault.open(sealed);
    return true;
  } catch {
    return false;
  }
}
