import { inList, json, withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { FILE_TYPES } from '../../entities/attachment.ts';
import type { Attributes, Json } from '../../entities/columns.ts';
import { filesOf } from '../../conversations/messages/thumbnails.ts';
import { dropFiles } from '../../storage/drop-files.ts';
import { iso } from '../../time.ts';

/** Files that go in one transaction. */
export const MOST_FILES = 50;

/** What is removed, of one account. */
export type PrunedFiles = { count: number; bytes: number };

/**
 * Removes the attachments with these row keys, and queues the removal of their files. Their messages stay, and list the
 * removed files in the content attribute `removed_attachments`; a message without text gets a text about it. No event is
 * recorded. Attachments that are gone already are skipped.
 */
export function pruneAttachments(tx: Tx, attachmentIds: readonly number[], now: Date): Promise<PrunedFiles> {
  return inTransaction(tx, async (tx) => {
    const ids = JSON.stringify(attachmentIds);
    await lockConversationsOf(tx, ids);
    const removed = await tx.db
      .deleteFrom('attachments')
      .where(inList(tx, 'id', ids))
      .where('file_type', 'in', FILE_TYPES)
      .returning(['message_id as messageId', 'key', 'file_type as fileType', 'file_size as fileSize'])
      .execute();
    await dropFiles(tx, removed.flatMap(filesOf), now);
    for (const [messageId, files] of Map.groupBy(removed, (file) => file.messageId)) {
      await noteInMessage(tx, messageId, files, now);
    }
    return { count: removed.length, bytes: removed.reduce((sum, { fileSize }) => sum + fileSize, 0) };
  });
}

/** Changing a message requires the lock of its conversation. */
async function lockConversationsOf(tx: Tx, ids: string): Promise<void> {
  const ofFiles = tx.db
    .selectFrom('attachments')
    .select('conversation_id')
    .where(inList(tx, 'id', ids));
  const conversations = tx.db.selectFrom('conversations').select('id').where('id', 'in', ofFiles).orderBy('id');
  await withRowLock(tx, conversations).execute();
}

type RemovedFile = { fileType: string; fileSize: number };

async function noteInMessage(tx: Tx, id: number, files: RemovedFile[], now: Date): Promise<void> {
  const message = await tx.db
    .selectFrom('messages')
    .select(['content', 'content_attributes as contentAttributes', 'attachments_count as attachmentsCount'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!message) return;
  await tx.db
    .updateTable('messages')
    .set({
      content: message.content ?? inWords(files.length),
      content_attributes: json(noted(message.contentAttributes, files, now)),
      attachments_count: message.attachmentsCount - files.length,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** File names are left out, because they may be as personal as the content. */
function noted(attributes: Attributes, files: RemovedFile[], now: Date): Attributes {
  const { removed_attachments: before } = attributes;
  const notes: Json[] = files.map(({ fileType, fileSize }) => ({
    file_type: fileType,
    file_size: fileSize,
    removed_at: iso(now),
  }));
  return { ...attributes, removed_attachments: [...(Array.isArray(before) ? before : []), ...notes] };
}

const inWords = (count: number) =>
  count === 1
    ? 'The file of this message was removed because of its age'
    : `The ${count} files of this message were removed because of their age`;
