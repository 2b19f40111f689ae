import type { Tx } from '../../../db/tx.ts';
import type { StoredFile } from '../../../storage/stored-file.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { endJob, enqueue } from '../../../queue.ts';
import { createDownload } from '../../downloads/create-download.ts';

export type FinishedExport = {
  /** The user who gets the file. */
  userId: number;
  /** The number of contacts in the file. */
  count: number;
  file: StoredFile;
};

/**
 * Ends the export's job, makes its file available as a download, and queues a mail about it. False when the job has
 * been dropped: then nothing is written.
 */
export function finishExport(
  tx: Tx,
  job: { id: number; accountId: number | null },
  { userId, count, file }: FinishedExport,
  now: Date,
): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    if (job.accountId === null || !(await endJob(tx, job.id, now))) return false;
    const download = await createDownload(tx, job.accountId, file, now);
    const payload = { user_id: userId, count, download_id: download.id };
    await enqueue(tx, { kind: 'export_ready', accountId: job.accountId, payload }, now);
    return true;
  });
}
