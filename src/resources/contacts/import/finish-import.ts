import type { Tx } from '../../../db/tx.ts';
import { dropFiles } from '../../../storage/drop-files.ts';
import type { StoredFile } from '../../../storage/stored-file.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { endJob, enqueue } from '../../../queue.ts';
import { createDownload } from '../../downloads/create-download.ts';
import type { ImportCounts } from './import-contacts.ts';

/**
 * The result of the import of a file; `problem` says why it could not be read, so that nothing was imported; null = it
 * could.
 */
export type ImportReport = ImportCounts & { filename: string; problem: string | null };

export type FinishedImport = {
  /** The key of the imported file. */
  key: string;
  /** The user who gets the mail. */
  userId: number;
  report: ImportReport;
  /** The file of rows that were not imported; null = all were. */
  rejected: StoredFile | null;
};

/**
 * Ends the import's job, makes the file of rejected rows available as a download, queues the removal of the imported
 * file, and queues a mail with the result. False when the job has been dropped: then nothing is written.
 */
export function finishImport(
  tx: Tx,
  job: { id: number; accountId: number | null },
  { key, userId, report, rejected }: FinishedImport,
  now: Date,
): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    if (job.accountId === null || !(await endJob(tx, job.id, now))) return false;
    const download = rejected && (await createDownload(tx, job.accountId, rejected, now));
    await dropFiles(tx, [key], now);
    const payload = { user_id: userId, report, download_id: download?.id ?? null };
    await enqueue(tx, { kind: 'import_finished', accountId: job.accountId, payload }, now);
    return true;
  });
}
