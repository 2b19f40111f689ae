import { mkdirSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Middleware } from 'koa';
import { koaBody } from 'koa-body';
import qs from 'qs';
import type { App } from '../app.ts';
import { AppError, badRequest } from '../errors.ts';
import type { State } from './state.ts';
import { removeFiles } from './upload.ts';

const QS_OPTIONS = { depth: 5, arrayLimit: 500, parameterLimit: 2000, plainObjects: true } as const;
/** Longest text field of a multipart form in all, in bytes: a message of 150,000 characters and its attributes. */
const MAX_FIELDS_BYTES = 1_000_000;

/** One uploaded file, in a temporary place until it is stored or the request ends. */
export type Upload = { path: string; filename: string; contentType: string; size: number };

/** Reads JSON, multipart and urlencoded bodies within the configured limits into `ctx.request.body` and `files`. */
export function body(app: App): Middleware<State> {
  const { max_body_bytes, max_file_bytes, max_files } = app.config.server;
  const uploadDir = join(app.config.data_dir, 'uploads');
  mkdirSync(uploadDir, { recursive: true, mode: 0o700 });

  const read = koaBody({
    multipart: true,
    text: false,
    jsonLimit: max_body_bytes,
    formLimit: max_body_bytes,
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'] as never,
    patchNode: false,
    queryString: QS_OPTIONS as never,
    formidable: {
      uploadDir,
      maxFiles: max_files,
      maxFileSize: max_file_bytes,
      maxTotalFileSize: max_file_bytes * max_files,
      maxFieldsSize: MAX_FIELDS_BYTES,
      allowEmptyFiles: true,
      minFileSize: 0,
    },
    onError(error) {
      throw readError(error, app);
    },
  });

  return async function body(ctx, next) {
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return next();
    try {
      await read(ctx as never, next);
    } catch (error) {
      await removeFiles(app.config.data_dir, ctx.state.storedFiles);
      throw error;
    } finally {
      await Promise.all(uploadsOf(ctx.request.files).map(({ path }) => unlink(path).catch(() => {})));
    }
  };
}

/** The body as an object, keys like `message[content]` of a multipart form taken apart. */
export function bodyOf(ctx: { request: { body?: unknown; files?: unknown } }): Record<string, unknown> {
  const given = ctx.request.body;
  if (given === undefined || given === null || given === '') return {};
  if (typeof given !== 'object' || Array.isArray(given)) throw badRequest('the body must be a JSON object');
  return ctx.request.files ? parseQuery(new URLSearchParams(flatFields(given)).toString()) : (given as Record<string, unknown>);
}

/** A query string as an object: `labels[]=a&labels[]=b` is `{ labels: ['a', 'b'] }`. */
export function parseQuery(query: string): Record<string, unknown> {
  return qs.parse(query, QS_OPTIONS);
}

/** The files uploaded under `name` or `name[]`. */
export function uploads(ctx: { request: { files?: unknown } }, name: string): Upload[] {
  const files = (ctx.request.files ?? {}) as Record<string, unknown>;
  return uploadsOf({ one: files[name], many: files[`${name}[]`] });
}

function uploadsOf(files: unknown): Upload[] {
  return Object.values((files ?? {}) as Record<string, FormFile | FormFile[] | undefined>)
    .flat()
    .filter((file) => file !== undefined)
    .map((file) => ({
      path: file.filepath,
      filename: file.originalFilename ?? 'file',
      contentType: file.mimetype ?? 'application/octet-stream',
      size: file.size,
    }));
}

type FormFile = { filepath: string; originalFilename: string | null; mimetype: string | null; size: number };

function flatFields(fields: object): [string, string][] {
  return Object.entries(fields as Record<string, string | string[]>).flatMap(([name, value]) =>
    [value].flat().map((item): [string, string] => [name, item]),
  );
}

/** What koa-body's parsers threw, as the caller should hear it. */
function readError(error: Error & { status?: number; httpCode?: number; code?: unknown }, app: App): AppError {
  const { max_body_bytes, max_file_bytes, max_files } = app.config.server;
  if (error.status === 413 || error.httpCode === 413) {
    return new AppError('too_large', 'Payload too large', {
      detail: `a body may have ${max_body_bytes} bytes; a form ${max_files} files of ${max_file_bytes} bytes each`,
    });
  }
  return badRequest(`the body cannot be read: ${error.message}`);
}
