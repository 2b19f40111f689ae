import { db, type EntityManager } from '../../db/orm.ts';

export type DownloadRow = NonNullable<Awaited<ReturnType<typeof findDownload>>>;

/** The download with this row key; undefined when it has expired, or its account is gone. */
export function findDownload(em: EntityManager, id: number) {
  return db(em)
    .selectFrom('downloads')
    .where('id', '=', id)
    .select(['key', 'filename', 'content_type as contentType', 'file_size as fileSize', 'expires_at as expiresAt'])
    .executeTakeFirst();
}

/** Removes what has expired by `now`. Returns the keys of the files: the caller's to remove. */
export async function deleteExpiredDownloads(em: EntityManager, now: Date): Promise<string[]> {
  const expired = await db(em).deleteFrom('downloads').where('expires_at', '<=', now).returning('key').execute();
  return expired.map(({ key }) => key);
}
