import { type FileHandle, open } from 'node:fs/promises';
import { notFound } from '../errors.ts';
import { type Range, rangeOf } from './range.ts';
import type { Ctx } from './state.ts';
import { answerJson } from './write-answer.ts';
import { pathOf } from '../storage/files.ts';
import type { ServedFile } from '../storage/stored-file.ts';

/** Types that browsers may show in place, because they cannot run scripts. SVG and PDF can. */
const SHOWN = /^(image\/(png|jpeg|gif|webp|bmp)|audio\/.+|video\/.+|text\/plain)$/;
/** Types that can run scripts when a browser shows them. */
const ACTIVE = /html|xml|svg|script/;
const UNKNOWN = 'application/octet-stream';
const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Answers with a stored file, or the part of it that is asked for. Its uploader is not trusted: browsers may show it
 * only if its type is harmless, must save it otherwise, and may never guess another type.
 * @throws AppError `not_found`, "File not found", when it is gone from the disk
 */
export async function sendFile(ctx: Ctx, file: ServedFile): Promise<void> {
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

function describe(ctx: Ctx, file: ServedFile): void {
  const shown = SHOWN.test(file.contentType);
  ctx.attachment(file.filename, { type: shown ? 'inline' : 'attachment' });
  ctx.type = ACTIVE.test(file.contentType) ? UNKNOWN : typeOf(file.contentType);
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Content-Security-Policy', "sandbox; default-src 'none'");
  ctx.set('Cache-Control', `private, max-age=${ONE_YEAR_SECONDS}, immutable`);
  ctx.set('Accept-Ranges', 'bytes');
}

/** The Content-Type header; text is known to be UTF-8, because uploads are inspected. */
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

/** Answers 416: the file has nothing in the range that is asked for. */
async function refuse(ctx: Ctx, handle: FileHandle, size: number): Promise<void> {
  await handle.close();
  for (const name of ['Content-Disposition', 'Content-Type', 'Cache-Control', 'ETag']) ctx.remove(name);
  ctx.status = 416;
  ctx.set('Content-Range', `bytes */${size}`);
  const message = `the file has ${size} bytes, and none of them are asked for`;
  answerJson(ctx, { error: 'Range not satisfiable', message });
}
