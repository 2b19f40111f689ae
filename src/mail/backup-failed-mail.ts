import type { Mail } from './mail.ts';
import { render } from './render.ts';

export type FailedBackup = {
  /** Why, as a sentence without a full stop. */
  reason: string;
  /** Where the backups go. */
  folder: string;
};

/** The mail that tells those who run the installation that no backup could be made. */
export async function backupFailedMail(to: string[], backup: FailedBackup): Promise<Mail> {
  return { to, ...(await render('backup-failed', backup)) };
}

export type BackupWithoutFiles = {
  /** The path of the backup. */
  file: string;
  /** How many files it misses that the database names. */
  missing: number;
};

/** The mail that tells them that a backup misses more files than the one before. */
export async function backupMissesFilesMail(to: string[], backup: BackupWithoutFiles): Promise<Mail> {
  return { to, ...(await render('backup-misses-files', backup)) };
}
