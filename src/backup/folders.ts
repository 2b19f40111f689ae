import { join } from 'node:path';
import type { Config } from '../config.ts';

/** Where the backups go that nobody names a place for. */
export function backupFolder({ backup, data_dir }: Config): string {
  return backup.folder || copiesFolder(data_dir);
}

/** Where copies of a SQLite database go before it is migrated, and what a restore replaces. */
export const copiesFolder = (dataDir: string) => join(dataDir, 'backups');
