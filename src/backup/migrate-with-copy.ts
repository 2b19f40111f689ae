import { createWriteStream } from 'node:fs';
import type { App } from '../app.ts';
import { type Before, migrate } from '../db/migrate.ts';
import { copiesFolder } from './folders.ts';
import { sourceOf } from './source-of.ts';
import { verifyBackup } from './verify-backup.ts';
import { writeBackup } from './write-backup.ts';

/** What has been done. */
export type Migrated = {
  /** Migrations by name. */
  applied: string[];
  /** The path of the copy of the database from before; null = it had no data, lacked nothing, or no copy was wanted. */
  copy: string | null;
};

/**
 * Brings the database up to date. One with data is copied first, and the copy is known to open: a SQLite file, or a backup of
 * PostgreSQL without the uploaded files and the secret key, which migrations leave alone. `onCopied` hears of it before anything is changed, and
 * `beforeFirst` is called where the database is empty.
 * @throws as `migrate` does; Error when the copy cannot be written
 */
export async function migrateWithCopy(
  app: App,
  now: Date,
  { wantsCopy = true, onCopied, beforeFirst }: { wantsCopy?: boolean } & Omit<Before, 'copyPostgres'> = {},
): Promise<Migrated> {
  let copy: string | null = null;
  const applied = await migrate(app.orm, wantsCopy ? copiesFolder(app.config.data_dir) : null, now, {
    beforeFirst,
    copyPostgres: (path) => copyPostgres(app, path, now),
    onCopied(path) {
      copy = path;
      onCopied?.(path);
    },
  });
  return { applied, copy };
}

async function copyPostgres(app: App, path: string, now: Date): Promise<void> {
  const source = sourceOf(app, { withKey: false, withFiles: false });
  await writeBackup(source, createWriteStream(path, { flags: 'wx', mode: 0o600 }), now);
  await verifyBackup(path);
}
