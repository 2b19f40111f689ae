import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dropFiles } from '../../storage/drop-files.ts';

export type DownloadRow = NonNullable<Awaited<ReturnType<typeof findDownload>>>;

/** The download with this row key; undefined when it has expired, or its account was deleted. */
export function findDownload(em: EntityManager, id: number) {
  return db(em)
    .selectFrom('downloads')
    .where('id', '=', id)
    .select(['key', 'filename', 'content_type as contentType', 'file_size as fileSize', 'expires_at as expiresAt'])
    .executeTakeFirst();
}

/**
 * Deletes the downloads that have expired by `now`. Returns the keys of their files; the caller removes them after the
 * commit.
 */
export function deleteExpiredDownloads(em: EntityManager, now: Date): Promise<void> {
  return inTransaction(em, async (em) => {
    const expired = await db(em).deleteFrom('downloads').where('expires_at', '<=', now).returning('key').execute();
    const keys = expired.map(({ key }) => key);
    await dropFiles(em, keys, now);
  });
}
