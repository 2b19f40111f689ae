import type { Tx } from '../../db/tx.ts';
import type { StoredFile } from '../../storage/stored-file.ts';
import { sql } from 'kysely';
import { textsIn } from '../../db/dialect.ts';
import { prepared } from '../../db/prepared.ts';

/** The columns needed to send a file. */
export type ServedFile = Pick<StoredFile, 'key' | 'filename' | 'contentType'>;

/** The attachment, thumbnail, avatar or unexpired download with this key; null when there is none. */
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
        .selectFrom('downloads')
        .where('key', '=', values.key)
        .where('expires_at', '>', values.now)
        .select(['key', 'filename', 'content_type as contentType']),
    ),
);

/** The keys that a row refers to, or a job that is neither done nor beyond retry. */
export async function namedKeys(tx: Tx, keys: string[]): Promise<Set<string>> {
  const rows = await namedAmong(tx, { keys: JSON.stringify(keys) });
  return new Set(rows.map(({ key }) => key));
}

const namedAmong = prepared<{ keys: string }, void, { key: string }>((db, values, _, tx) => {
  const among = sql<string>`(${textsIn(tx, values.keys)})`;
  return db
    .selectFrom('attachments')
    .where('key', 'in', among)
    .select('key')
    .unionAll(
      db
        .selectFrom('attachments')
        .where('thumbnail_key', 'in', among)
        .select(sql<string>`thumbnail_key`.as('key')),
    )
    .unionAll(db.selectFrom('avatars').where('key', 'in', among).select('key'))
    .unionAll(db.selectFrom('downloads').where('key', 'in', among).select('key'))
    .unionAll(
      db
        .selectFrom('jobs')
        .where('subject', 'in', among)
        .where('status', '!=', 'done')
        .select(sql<string>`subject`.as('key')),
    );
});
