import type { EventEmitter } from 'node:events';
import { errors } from 'formidable';
import { koaBody } from 'koa-body';
import qs from 'qs';
import type { App } from '../../app.ts';
import { AppError, badRequest, invalidField } from '../../errors.ts';
import { isDeeper, MAX_DEPTH, TOO_DEEP } from '../../fields/depth.ts';
import { multipartForms, tellFiles } from './form-parts.ts';
import { openSpool, type Spool, type SpoolLimits, tooLarge } from './spool.ts';
import type { Ctx, RouteMiddleware } from '../state.ts';
import { removeFiles, uploadsFolder } from '../../storage/files.ts';
import { unnamedKeys } from '../../storage/named-keys.ts';

const QS_OPTIONS = { depth: 5, arrayLimit: 2000, parameterLimit: 2000, plainObjects: true } as const;
/** Most bytes of all text fields of a multipart form: enough for a message of 150,000 characters and its attributes. */
const MAX_FIELDS_BYTES = 1_000_000;
const MAX_FIELDS = 1000;

/** Characters of an unknown field's name that an error repeats. */
const FIELD_LENGTH = 100;

/** The content types of bodies that are read. */
const READABLE = ['json', '+json', 'urlencoded', 'multipart'];

/** What becomes of a form's files: received for the route to store, read and forgotten, or refused. */
type UseOfFiles = 'received' | 'ignored' | 'refused';

/** Reads JSON, multipart and urlencoded bodies within the configured limits into `ctx.request.body` and `files`. */
export function body(app: App, files: UseOfFiles): RouteMiddleware {
  const { server, data_dir } = app.config;
  const limits = files === 'refused' ? { ...server, max_files: 0 } : server;
  const folder = files === 'received' ? uploadsFolder(data_dir) : null;
  const readPlain = koaBody(optionsFor(limits));

  return async function body(ctx, next) {
    mustBeReadable(ctx);
    const spool = openSpool(folder, limits);
    const read = ctx.is('multipart') ? formReader(limits, spool, ctx.get('Idempotency-Key') !== '') : readPlain;
    try {
      await read(ctx as never, () => {
        spool.check();
        return next();
      });
    } catch (error) {
      // The parser leaves a form that it refuses half read, and the next request on the connection would never be read.
      ctx.req.resume();
      await removeUnnamed(app, ctx.state.storedFiles);
      throw error;
    } finally {
      await spool.clear();
    }
  };
}

type Limits = SpoolLimits & { max_body_bytes: number };

function optionsFor({ max_body_bytes }: Limits) {
  return {
    text: false,
    jsonLimit: max_body_bytes,
    formLimit: max_body_bytes,
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'] as never,
    patchNode: false,
    queryString: QS_OPTIONS as never,
    onError(error: Error) {
      throw readError(error, max_body_bytes);
    },
  };
}

function formReader(limits: Limits, spool: Spool, hasKey: boolean) {
  return koaBody({
    ...optionsFor(limits),
    multipart: true,
    formidable: {
      enabledPlugins: [multipartForms],
      onPart: tellFiles,
      fileWriteStreamHandler: ((file: EventEmitter) => spool.receive(file)) as never,
      // Two uploads with the same Idempotency-Key are the same only if their bytes are.
      hashAlgorithm: hasKey ? 'sha256' : false,
      maxFileSize: limits.max_file_bytes,
      maxTotalFileSize: limits.max_file_bytes * Math.max(1, limits.max_files),
      maxFieldsSize: MAX_FIELDS_BYTES,
      maxFields: MAX_FIELDS,
      allowEmptyFiles: true,
      minFileSize: 0,
    },
  });
}

function mustBeReadable(ctx: Ctx): void {
  const hasBody = (ctx.request.length ?? 0) > 0 || ctx.get('Transfer-Encoding') !== '';
  if (!hasBody || ctx.is(...READABLE) !== false) return;
  throw badRequest(
    `a body of the type ${ctx.request.type || 'unknown'} cannot be read; send JSON or a form, and say which in Content-Type`,
  );
}

/**
 * Removes those of the files that no row names; some may be named, since the request may have failed after the commit.
 */
async function removeUnnamed(app: App, keys: string[]): Promise<void> {
  try {
    await removeFiles(app.config.data_dir, await unnamedKeys(app.tx(), keys));
  } catch (error) {
    // When the database cannot be asked, the nightly sweep removes them; the caller gets the first error, not this one.
    app.log.warn({ err: error, files: keys }, 'files of a failed request are left for the sweep');
  }
}

/**
 * The body as an object; keys of a multipart form such as `message[content]` become nested objects.
 * @throws AppError `bad_request` when the body is no object, `invalid` when it is nested too deep to be stored
 */
export function bodyOf(ctx: { request: { body?: unknown; files?: unknown } }): Record<string, unknown> {
  const given = ctx.request.body;
  if (given === undefined || given === null || given === '') return {};
  if (typeof given !== 'object' || Array.isArray(given)) throw badRequest('the body must be a JSON object');
  const deep = Object.entries(given).find(([, value]) => isDeeper(value, MAX_DEPTH - 1));
  if (deep) throw invalidField(deep[0].slice(0, FIELD_LENGTH).toWellFormed(), TOO_DEEP);
  return ctx.request.files
    ? parseQuery(new URLSearchParams(flatFields(given)).toString())
    : (given as Record<string, unknown>);
}

/** A query string as an object: `labels[]=a&labels[]=b` is `{ labels: ['a', 'b'] }`. */
export function parseQuery(query: string): Record<string, unknown> {
  return qs.parse(query, QS_OPTIONS);
}

function flatFields(fields: object): [string, string][] {
  return Object.entries(fields as Record<string, string | string[]>).flatMap(([name, value]) =>
    [value].flat().map((item): [string, string] => [name, item]),
  );
}

/** The error for the caller of what koa-body's parsers threw; messages of the operating system are not passed on. */
function readError(
  error: Error & { status?: number; httpCode?: number; code?: unknown; syscall?: string },
  maxBytes: number,
): Error {
  if (error instanceof AppError || error.syscall !== undefined) return error;
  if (error.code === errors.maxFieldsExceeded) return tooLarge(`a form may have ${MAX_FIELDS} fields`);
  if (error.status === 413 || error.httpCode === 413) return tooLarge(`a body may have ${maxBytes} bytes`);
  return badRequest(`the body cannot be read: ${error.message}`);
}
