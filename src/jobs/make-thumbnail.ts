import { object } from 'yup';
import { AppError, invalid } from '../errors.ts';
import { integer } from '../fields.ts';
import { pathOf, removeFiles, storeBytes } from '../storage/files.ts';
import { shrinkAside } from '../pictures/shrink-aside.ts';
import { MAX_PIXELS, THUMBNAIL_SIDE, thumbnailKeyOf } from '../conversations/messages/thumbnails.ts';
import { findAttachment, setThumbnail } from '../conversations/messages/set-thumbnail.ts';
import { SECOND } from '../time.ts';
import type { JobHandler } from './queue/handler.ts';
import { readOnce } from './read-once.ts';

const TIMEOUT_MS = 60 * SECOND;
const makeThumbnailPayload = object({ attachment_id: integer().required() });

/**
 * Makes the thumbnail of an attached picture; until then, and if that fails, the picture itself is shown. Does nothing
 * when the attachment has been deleted.
 */
export const makeThumbnail: JobHandler = async (app, payload, job) => {
  const { attachment_id: id } = makeThumbnailPayload.validateSync(payload);
  const { data_dir } = app.config;
  const attachment = await findAttachment(app.tx(), id);
  if (!attachment) return;

  const path = pathOf(data_dir, attachment.key);
  const task = { path, contentType: attachment.contentType, side: THUMBNAIL_SIDE, maxPixels: MAX_PIXELS };
  const small = await shrinkAside(task, TIMEOUT_MS, job.signal, readOnce(data_dir, job.id)).catch(refuse);
  // The key is derived from the picture's, so a second try overwrites the first one's file.
  const key = thumbnailKeyOf(attachment.key);
  await storeBytes(data_dir, key, small);
  if (!(await setThumbnail(app.tx(), id, key))) await removeFiles(data_dir, [key]);
};

/** A picture that cannot be read is not tried again. */
function refuse(error: Error): never {
  if (error instanceof AppError) throw error;
  throw invalid('Validation failed', `no thumbnail can be made: ${error.message}`);
}
