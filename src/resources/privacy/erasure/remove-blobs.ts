import { inList, textsIn } from '../../../db/dialect.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/tx.ts';
import { dropFiles } from '../../../storage/drop-files.ts';
import type { Counts } from './erasures.ts';

/** The address of an uploaded file in a text. */
const FILE_IN_TEXT = /\/files\/([\w-]{32})\//g;

/**
 * Removes the account's uploads that these messages show: by their address in a text, or as the source of an attachment, by
 * name and size. Files of macros and automation rules stay.
 */
export async function removeBlobs(
  tx: Tx,
  accountId: number,
  messageIds: readonly number[],
  now: Date,
): Promise<Counts> {
  const ids = JSON.stringify(messageIds);
  const attached = await tx.db
    .selectFrom('attachments')
    .select(['filename', 'file_size as fileSize'])
    .where(inList(tx, 'message_id', ids))
    .execute();
  const said = await tx.db
    .selectFrom('messages')
    .select('content')
    .where(inList(tx, 'id', ids))
    .where('content', 'like', '%/files/%')
    .execute();
  const keys = said.flatMap(({ content }) => [...(content ?? '').matchAll(FILE_IN_TEXT)].map(([, key = '']) => key));
  if (attached.length === 0 && keys.length === 0) return {};

  const filenames = JSON.stringify(attached.map(({ filename }) => filename));
  const blobs = await tx.db
    .selectFrom('blobs')
    .select(['id', 'key', 'filename', 'file_size as fileSize'])
    .where('account_id', '=', accountId)
    .where('macro_id', 'is', null)
    .where('rule_id', 'is', null)
    .where((eb) =>
      eb.or([
        eb('key', 'in', sql<string>`(${textsIn(tx, JSON.stringify(keys))})`),
        eb('filename', 'in', sql<string>`(${textsIn(tx, filenames)})`),
      ]),
    )
    .execute();
  const isSame = (blob: { filename: string; fileSize: number }) =>
    attached.some(({ filename, fileSize }) => filename === blob.filename && fileSize === blob.fileSize);
  const shown = blobs.filter((blob) => keys.includes(blob.key) || isSame(blob));
  await tx.db
    .deleteFrom('blobs')
    .where(inList(tx, 'id', JSON.stringify(shown.map(({ id }) => id))))
    .execute();
  await dropFiles(
    tx,
    shown.map(({ key }) => key),
    now,
  );
  return { blobs: shown.length };
}
