import type { Tx } from '../../db/tx.ts';
import type { ServedFile } from '../../storage/stored-file.ts';
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';

/** The attachment, thumbnail, avatar, stored blob or unexpired download with this key; null when there is none. */
export async function findFile(tx: Tx, key: string, now: Date): Promise<ServedFile | null> {
  const [file] = await byKey(tx, { key, now });
  return file ?? null;
}

const byKey = prepared<{ key: string; now: Date }, void, ServedFile>((db, values) =>
  db
    .selectFrom('attachments')
    .where('key', '=', values.key)
    .select(['key', 'filename', 'content_type as contentType'])
    .unionAll(
      db
        .selectFrom('attachments')
        .where('thumbnail_key', '=', values.key)
        // A thumbnail has the same type as its picture.
        .select([sql<string>`thumbnail_key`.as('key'), 'filename', 'content_type as contentType']),
    )
    .unionAll(
      db.selectFrom('avatars').where('key', '=', values.key).select(['key', 'filename', 'content_type as contentType']),
    )
    .unionAll(
      db
        .selectFrom('blobs')
        .where('key', '=', values.key)
        .where('stored_at', 'is not', null)
        .select(['key', 'filename', 'content_type as contentType']),
    )
    .unionAll(
      db
        .selectFrom('downloads')
        .where('key', '=', values.key)
        .where('expires_at', '>', values.now)
        .select(['key', 'filename', 'content_type as contentType']),
    ),
);
