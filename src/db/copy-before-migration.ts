import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Tx } from './tx.ts';

/** How many copies are kept. */
const KEPT = 7;
const COPY = /^before-migration-.*\.(db|tar\.zst)$/;
/** A copy that is not complete, or is not known to be sound. */
const UNFINISHED = '.unfinished';

/** The copy of a database is damaged, and so may be the database. */
class DamagedCopyError extends Error {
  // The name of the class is a short one in the executable.
  override name = 'DamagedCopyError';
}

/**
 * Copies the database to `folder`, including commits of other processes, and keeps the seven newest copies there. The copy
 * has its name when it is sound and on the disk; `parley restore` takes it. `copyPostgres` copies a PostgreSQL database to a
 * file, and looks whether that is sound. Returns the path of the copy.
 * @throws DamagedCopyError when it is not sound; Error when it cannot be written
 */
export async function copyBeforeMigration(
  tx: Tx,
  folder: string,
  now: Date,
  copyPostgres: (path: string) => Promise<void>,
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (name.endsWith(UNFINISHED)) rmSync(join(folder, name), { force: true });
  const name = `before-migration-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  const path = join(folder, `${name}.${tx.isPostgres ? 'tar.zst' : 'db'}`);
  const unfinished = `${path}${UNFINISHED}`;
  try {
    await (tx.isPostgres ? copyPostgres(unfinished) : copySqlite(tx, unfinished));
    sync(unfinished);
    renameSync(unfinished, path);
    sync(folder);
  } finally {
    rmSync(unfinished, { force: true });
  }
  const older = readdirSync(folder).filter((each) => COPY.test(each));
  for (const each of older.toSorted().slice(0, -KEPT)) rmSync(join(folder, each));
  return path;
}

async function copySqlite(tx: Tx, path: string): Promise<void> {
  await sql`vacuum into ${path}`.execute(tx.db);
  await requireSound(tx, path);
}

async function requireSound(tx: Tx, path: string): Promise<void> {
  await sql`attach database ${path} as copy`.execute(tx.db);
  try {
    const { rows } = await sql<{ quick_check: string }>`pragma copy.quick_check(1)`.execute(tx.db);
    const found = rows[0]?.quick_check;
    if (found === 'ok') return;
    throw new DamagedCopyError(
      `the database was not migrated, because its copy is damaged (${found}): restore a backup`,
    );
  } finally {
    await sql`detach database copy`.execute(tx.db);
  }
}

/** Syncs the file or folder to disk. */
function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
