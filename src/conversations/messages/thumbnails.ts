import type { AttachmentRecord } from '../../records/message.ts';
import type { EntityManager } from '../../db/orm.ts';
import { enqueue } from '../../queue.ts';
import { digest } from '../../secrets.ts';

/** Pixels of a smaller picture's longer side. */
export const THUMBNAIL_SIDE = 320;
/** The most pixels of a picture that a smaller one is made of: 25 million take hundreds of megabytes for a moment. */
export const MAX_PIXELS = 25_000_000;
/** Pictures that are read and written again as what they are; of the others, which may move, none is made. */
const READABLE = ['image/jpeg', 'image/png', 'image/webp'];
const KEY_LENGTH = 32;

/** Has a smaller picture made of an attached one after the commit, where that is of use and possible. */
export async function requestThumbnail(
  em: EntityManager,
  accountId: number,
  attachment: AttachmentRecord,
  now: Date,
): Promise<void> {
  const { contentType, width, height } = attachment;
  if (!READABLE.includes(contentType) || width === null || height === null) return;
  if (Math.max(width, height) <= THUMBNAIL_SIDE || width * height > MAX_PIXELS) return;
  await enqueue(em, { kind: 'make_thumbnail', accountId, payload: { attachment_id: attachment.id } }, now);
}

/** The name of the smaller picture's file: nobody can guess it who does not know the picture's. */
export function thumbnailKeyOf(key: string): string {
  return digest(`thumbnail of ${key}`).slice(0, KEY_LENGTH);
}

/** The files of an attachment: its own, and the smaller picture's, which may be about to appear. */
export function filesOf(attachment: Pick<AttachmentRecord, 'key' | 'fileType'>): string[] {
  return attachment.fileType === 'image' ? [attachment.key, thumbnailKeyOf(attachment.key)] : [attachment.key];
}
