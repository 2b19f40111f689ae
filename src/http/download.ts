import { type FileHandle, open } from 'node:fs/promises';
import { notFound } from '../errors.ts';
import { type Range, rangeOf } from './range.ts';
import type { Ctx } from './state.ts';
import { pathOf } from '../storage/files.ts';

/** What browsers may show in place: no kind of it can run anything. SVG can, and PDF may. */
const SHOWN = /^(image\/(png|jpeg|gif|webp|bmp)|audio\/.+|video\/.+|text\/plain)$/;
/** What runs wherever it is taken for what it is. */
const ACTIVE = /html|xml|svg|script/;
const UNKNOWN = 'application/octet-stream';
const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** What is handed out, under which name and as what. */
export type Download = { key: string; filename: string; contentType: string };

/**
 * Answers with a stored file, or the part of it that is asked for. Whoever uploaded it may be a stranger, so it is shown
 * only if it is harmless, saved otherwise, and never given a chance to be taken for something else.
 * @throws AppError `not_found`, "File not found", when it is gone from the disk
 */
export async function sendFile(ctx: Ctx, file: Download): Promise<void> {
  const handle = await open(pathOf(ctx.state.app.config.data_dir, file.key)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? notFound('File') : error;
  });
  const { size } = await handle.stat();
  describe(ctx, file);
  // A file never changes under its key.
  ctx.etag = file.key;
  if (ctx.fresh) {
    ctx.status = 304;
    return handle.close();
  }
  const range = rangeOf(ctx.get('Range'), ctx.get('If-Range'), `"${file.key}"`, size);
  return range === 'none' ? refuse(ctx, handle, size) : send(ctx, handle, size, range);
}

function describe(ctx: Ctx, file: Download): void {
  const shown = SHOWN.test(file.contentType);
  ctx.attachment(file.filename, { type: shown ? 'inline' : 'attachment' });
  ctx.type = ACTIVE.test(file.contentType) ? UNKNOWN : typeOf(file.contentType);
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Content-Security-Policy', "sandbox; default-src 'none'");
  ctx.set('Cache-Control', `private, max-age=${ONE_YEAR_SECONDS}, immutable`);
  ctx.set('Accept-Ranges', 'bytes');
}

/** Text has been looked at and is UTF-8. */
function typeOf(contentType: string): string {
  return contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType;
}

function send(ctx: Ctx, handle: FileHandle, size: number, range: Range | null): void {
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) {
    ctx.status = 206;
    ctx.set('Content-Range', `bytes ${start}-${end}/${size}`);
  }
  ctx.body = size === 0 ? handle.createReadStream() : handle.createReadStream({ start, end });
  ctx.length = end - start + 1;
}

/** Nothing of the file lies where it is asked for. */
async function refuse(ctx: Ctx, handle: FileHandle, size: number): Promise<void> {
  await handle.close();
  for (const name of ['Content-Disposition', 'Content-Type', 'Cache-Control', 'ETag']) ctx.remove(name);
  ctx.status = 416;
  ctx.set('Content-Range', `bytes */${size}`);
  ctx.body = { error: 'Range not satisfiable', message: `the file has ${size} bytes, and none of them are asked for` };
}
