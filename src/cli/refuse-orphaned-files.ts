import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import type { App } from '../app.ts';
import { migrationState } from '../db/migrate.ts';
import { requireSupportedDatabase } from '../db/supported-database.ts';
import { refuseHalfRestored } from '../db/unfinished-restore.ts';
import { filesFolder } from '../storage/files.ts';
import { Failure } from './failure.ts';

/**
 * Refuses to begin an installation where the data directory has files of another, whose database is lost or not the one that the settings
 * name: the nightly sweep removes files that its database does not know.
 * @throws Failure when the database is empty and there are files; as `requireSupportedDatabase` and `refuseHalfRestored`, where there are some
 */
export async function refuseOrphanedFiles(app: App): Promise<void> {
  const folder = filesFolder(app.config.data_dir);
  if (!(await hasFiles(folder))) return;
  await requireSupportedDatabase(app.orm);
  await refuseHalfRestored(app.tx());
  if ((await migrationState(app.orm)).applied.length > 0) return;
  throw new Failure(
    `the database is empty, and ${folder} has files of an installation: put its database back (look at database.url and data_dir), restore a backup with "parley restore", or move this folder away to begin anew`,
  );
}

async function hasFiles(folder: string): Promise<boolean> {
  try {
    const entries: AsyncIterable<Dirent> = await opendir(folder, { recursive: true });
    for await (const entry of entries) if (entry.isFile()) return true;
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
