import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dropFiles } from '../../storage/drop-files.ts';

/**
 * The download with this row key, which may have expired; undefined when it was deleted, after it expired or with its
 * account.
 */
export function findDownload(tx: Tx, id: number) {
  return tx.db
    .selectFrom('downloads')
    .where('id', '=', id)
    .select(['key', 'filename', 'content_type as contentType', 'file_size as fileSize', 'expires_at as expiresAt'])
    .executeTakeFirst();
}

/** Deletes the downloads that have expired by `now`, and queues the removal of their files. */
export function deleteExpiredDownloads(tx: Tx, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const expired = await tx.db.deleteFrom('downloads').where('expires_at', '<=', now).returning('key').execute();
    const keys = expired.map(({ key }) => key);
    await dropFiles(tx, keys, now);
  });
}
