import { theRow } from '../../db/hot.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import type { FileType } from '../../entities/attachment.ts';
import type { AttachmentFacts, StoredFile } from '../../events/facts.ts';

const IMAGES = ['image/jpeg', 'image/jpg', 'image/png', 'image/gif', 'image/bmp', 'image/webp'];
const VIDEOS = ['video/ogg', 'video/mp4', 'video/webm', 'video/quicktime'];

/** Writes the rows of a new message's attachments. */
export async function writeAttachments(
  em: EntityManager,
  accountId: number,
  messageId: number,
  files: StoredFile[],
  now: Date,
): Promise<AttachmentFacts[]> {
  if (files.length === 0) return [];
  const rows = await db(em)
    .insertInto('attachments')
    .values(
      files.map((file) => ({
        account_id: accountId,
        message_id: messageId,
        file_type: fileTypeOf(file.contentType),
        key: file.key,
        filename: file.filename,
        content_type: file.contentType,
        file_size: file.fileSize,
        created_at: now,
      })),
    )
    .returning(['id', 'key', 'file_type'])
    .execute();
  return files.map((file) => {
    const row = theRow(rows.filter(({ key }) => key === file.key));
    return { ...file, id: row.id, messageId, fileType: row.file_type };
  });
}

/** What kind of thing clients show: a picture, a player, or a name to download. */
function fileTypeOf(contentType: string): FileType {
  if (IMAGES.includes(contentType)) return 'image';
  if (VIDEOS.includes(contentType)) return 'video';
  return contentType.startsWith('audio/') ? 'audio' : 'file';
}
