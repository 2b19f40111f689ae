import type { Tx } from '../../db/tx.ts';
import type { AttachmentRecord } from '../../records/message.ts';
import type { StoredFile } from '../../storage/stored-file.ts';
import { onlyRow } from '../../db/prepared.ts';
import type { FileType } from '../../entities/attachment.ts';
import { requestThumbnail } from './thumbnails.ts';

const IMAGES = ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/webp'];
const VIDEOS = ['video/ogg', 'video/mp4', 'video/webm', 'video/quicktime'];

/** Writes the rows of a new message's attachments, at least one, and queues the making of their thumbnails. */
export async function writeAttachments(
  tx: Tx,
  { accountId, conversationId, messageId }: { accountId: number; conversationId: number; messageId: number },
  files: StoredFile[],
  now: Date,
): Promise<AttachmentRecord[]> {
  const rows = await tx.db
    .insertInto('attachments')
    .values(
      files.map((file) => ({
        account_id: accountId,
        conversation_id: conversationId,
        message_id: messageId,
        file_type: fileTypeOf(file.contentType),
        key: file.key,
        filename: file.filename,
        content_type: file.contentType,
        file_size: file.fileSize,
        width: file.width,
        height: file.height,
        created_at: now,
      })),
    )
    .returning(['id', 'key', 'file_type'])
    .execute();
  const attachments = files.map((file) => {
    const row = onlyRow(rows.filter(({ key }) => key === file.key));
    return { ...file, id: row.id, messageId, fileType: row.file_type, thumbnailKey: null, details: null };
  });
  for (const attachment of attachments) await requestThumbnail(tx, accountId, attachment, now);
  return attachments;
}

/** How clients show the file: as a picture, in a player, or as a name to download. */
function fileTypeOf(contentType: string): FileType {
  if (IMAGES.includes(contentType)) return 'image';
  if (VIDEOS.includes(contentType)) return 'video';
  return contentType.startsWith('audio/') ? 'audio' : 'file';
}
