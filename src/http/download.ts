import { open } from 'node:fs/promises';
import { notFound } from '../errors.ts';
import type { StoredFile } from '../events/facts.ts';
import type { Ctx } from './state.ts';
import { pathOf } from './upload.ts';

/** What browsers may show in place: no kind of it can run anything. SVG can. */
const SHOWN = /^(image\/(png|jpeg|gif|webp)|audio\/.+|video\/.+)$/;
const UNKNOWN = 'application/octet-stream';
const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Answers with a stored file. Whoever uploaded it may be a stranger, so it is shown only if it is harmless, saved
 * otherwise, and never given a chance to be taken for something else.
 * @throws AppError `not_found`, "File not found", when it is gone from the disk
 */
export async function sendFile(ctx: Ctx, file: StoredFile): Promise<void> {
  const handle = await open(pathOf(ctx.state.app.config.data_dir, file.key)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? notFound('File') : error;
  });
  const shown = SHOWN.test(file.contentType);
  ctx.attachment(file.filename, { type: shown ? 'inline' : 'attachment' });
  ctx.type = shown ? file.contentType : UNKNOWN;
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Content-Security-Policy', "sandbox; default-src 'none'");
  ctx.set('Cache-Control', `private, max-age=${ONE_YEAR_SECONDS}, immutable`);
  ctx.body = handle.createReadStream();
  ctx.length = file.fileSize;
}
