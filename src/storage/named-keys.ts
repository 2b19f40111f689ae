import { sql } from 'kysely';
import { textsIn } from '../db/dialect.ts';
import { prepared } from '../db/prepared.ts';
import type { Tx } from '../db/tx.ts';

/**
 * The columns that name files, with the rows that count. `isStored` is false where the file may not be there yet, or the column
 * may be about something else.
 */
export const FILE_COLUMNS = [
  { table: 'attachments', column: 'key', where: 'true', isStored: true },
  { table: 'attachments', column: 'thumbnail_key', where: 'true', isStored: true },
  { table: 'avatars', column: 'key', where: 'true', isStored: true },
  { table: 'blobs', column: 'key', where: 'stored_at is not null', isStored: true },
  { table: 'downloads', column: 'key', where: 'true', isStored: true },
  { table: 'jobs', column: 'subject', where: "status <> 'done'", isStored: false },
] as const;

/**
 * Those of the keys that no row names: neither an attachment, a thumbnail, an avatar, a download or a blob, nor a job that is
 * pending or dead.
 */
export async function unnamedKeys(tx: Tx, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await namedAmong(tx, { keys: JSON.stringify(keys) });
  const named = new Set(rows.map(({ key }) => key));
  return keys.filter((key) => !named.has(key));
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
    .unionAll(db.selectFrom('blobs').where('key', 'in', among).select('key'))
    .unionAll(db.selectFrom('downloads').where('key', 'in', among).select('key'))
    .unionAll(
      db
        .selectFrom('jobs')
        .where('subject', 'in', among)
        .where('status', '!=', 'done')
        .select(sql<string>`subject`.as('key')),
    );
});
