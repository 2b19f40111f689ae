import { sql } from 'kysely';
import { textsIn } from '../db/dialect.ts';
import { prepared } from '../db/prepared.ts';
import type { Tx } from '../db/tx.ts';

/** A column that names files; `since` is the column that is filled once the file is stored, null = it is before the row is. */
type FileColumn = { table: string; column: string; since: string | null };

/** The columns with the keys of files that must exist. */
export const FILE_COLUMNS: readonly FileColumn[] = [
  { table: 'attachments', column: 'key', since: null },
  { table: 'attachments', column: 'thumbnail_key', since: null },
  { table: 'avatars', column: 'key', since: null },
  { table: 'blobs', column: 'key', since: 'stored_at' },
  { table: 'downloads', column: 'key', since: null },
];

/**
 * Columns that name files which may not be there: not yet, or no more, as of a mail that has been read since a snapshot; that of
 * jobs may be about something else.
 */
export const OTHER_FILES = [
  { table: 'jobs', column: 'subject', where: "status <> 'done'" },
  { table: 'received_events', column: 'file_key', where: 'true' },
];

/**
 * Finds the keys that no row names: neither an attachment, a thumbnail, an avatar, a download, a blob or something that was
 * received, nor a job that is pending or dead.
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
        .selectFrom('received_events')
        .where('file_key', 'in', among)
        .select(sql<string>`file_key`.as('key')),
    )
    .unionAll(
      db
        .selectFrom('jobs')
        .where('subject', 'in', among)
        .where('status', '!=', 'done')
        .select(sql<string>`subject`.as('key')),
    );
});
