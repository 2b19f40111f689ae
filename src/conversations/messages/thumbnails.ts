import type { Tx } from '../../db/tx.ts';
import { type AttachmentRecord, isFile } from '../../records/message.ts';
import { enqueue } from '../../queue.ts';
import { digest } from '../../secrets.ts';

/** Pixels of a thumbnail's longer side. */
export const THUMBNAIL_SIDE = 320;
/** Pictures with more pixels get no thumbnail: 25 million pixels take hundreds of megabytes of memory. */
export const MAX_PIXELS = 25_000_000;
/** Types of pictures that get a thumbnail, in the same format; other types may be animated. */
const READABLE = ['image/jpeg', 'image/png', 'image/webp'];
const KEY_LENGTH = 32;

/**
 * Queues the making of a thumbnail, if the file is a JPEG, PNG or WebP picture with a side longer than the thumbnail's
 * and with at most `MAX_PIXELS`.
 */
export async function requestThumbnail(
  tx: Tx,
  accountId: number,
  attachment: AttachmentRecord,
  now: Date,
): Promise<void> {
  const { contentType, width, height } = attachment;
  if (!READABLE.includes(contentType) || width === null || height === null) return;
  if (Math.max(width, height) <= THUMBNAIL_SIDE || width * height > MAX_PIXELS) return;
  await enqueue(tx, { kind: 'make_thumbnail', accountId, payload: { attachment_id: attachment.id } }, now);
}

/** The key of the thumbnail's file: it cannot be guessed without the picture's own key. */
export function thumbnailKeyOf(key: string): string {
  return digest(`thumbnail of ${key}`).slice(0, KEY_LENGTH);
}

/** Keys of an attachment's files, if it is any: its own, and for an image the thumbnail's, which may not be made yet, or never. */
export function filesOf(attachment: Pick<AttachmentRecord, 'key' | 'fileType'>): string[] {
  if (!isFile(attachment)) return [];
  return attachment.fileType === 'image' ? [attachment.key, thumbnailKeyOf(attachment.key)] : [attachment.key];
}
