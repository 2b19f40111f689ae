import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { filesFolder } from '../storage/files.ts';
import { Failure } from './failure.ts';

/**
 * Refuses to begin an installation, whose database is empty, where the data directory has files of another installation: its database is
 * lost, or the settings name another database. The nightly sweep removes files that the database does not know.
 * @throws Failure when there are files
 */
export async function refuseOrphanedFiles(dataDir: string): Promise<void> {
  const folder = filesFolder(dataDir);
  if (!(await hasFiles(folder))) return;
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
