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
