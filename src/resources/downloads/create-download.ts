import type { Tx } from '../../db/tx.ts';
import type { StoredFile } from '../../storage/stored-file.ts';
import { fileUrl } from '../../wire/message-blocks.ts';
import { DAY } from '../../time.ts';

/** How long a file can be downloaded. */
const KEPT_MS = 7 * DAY;

/** The address of a file, and the end of its validity. */
export type Download = { id: number; url: string; expiresAt: Date };

/** Makes a stored file available for `KEPT_MS` at an address that cannot be guessed. */
export async function createDownload(tx: Tx, accountId: number, file: StoredFile, now: Date): Promise<Download> {
  const expiresAt = new Date(now.getTime() + KEPT_MS);
  const { id } = await tx.db
    .insertInto('downloads')
    .values({
      account_id: accountId,
      key: file.key,
      filename: file.filename,
      content_type: file.contentType,
      file_size: file.fileSize,
      expires_at: expiresAt,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, url: urlOf(tx, file), expiresAt };
}

/** The address of a download's file. */
export function urlOf(tx: Tx, file: { key: string; filename: string }): string {
  return fileUrl(tx.installation.publicUrl, file.key, file.filename);
}
