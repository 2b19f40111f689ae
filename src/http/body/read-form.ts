import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { ExtendedFormidableOptions, KoaBodyMiddlewareOptions } from 'koa-body';
import type { PluginFunction } from 'formidable';
import { tooLarge } from '../../errors.ts';
import type { Ctx } from '../state.ts';
import { noteReceived } from './body-memory.ts';
import { multipartForm, tellFiles } from './form-parts.ts';
import { checkConnected } from './raw-pieces.ts';
import type { Spool, SpoolLimits } from './spool.ts';
import { unpackedBody } from './unpacked-body.ts';

/** Most bytes of all text fields of a multipart form: enough for a message of 150,000 characters and its attributes. */
const MAX_FIELDS_BYTES = 1_000_000;
/** Most fields of a form. */
const MAX_FIELDS = 1000;

/** Has `a[b]=1` be the field `a[b]`: names are taken apart later, as those of multipart forms are. */
const FLAT = { depth: 0, allowDots: false, plainObjects: true, parameterLimit: MAX_FIELDS, arrayLimit: MAX_FIELDS };

/**
 * Reads a multipart form into `body` and `files` of the request; the files go to `spool`. Fields and files that occur more than once
 * are lists.
 * @throws AppError `too_large` when it exceeds the limits of fields or of `spool`, `bad_request` when it was cut off
 * @throws Error of the parser when it cannot be read
 */
export async function readMultipart(
  ctx: Ctx,
  limits: SpoolLimits & { max_body_bytes: number },
  spool: Spool,
): Promise<void> {
  const { errors, multipart } = await import('formidable');
  const formidable = partsOf(ctx.req, limits, spool, multipart);
  const read = await reader({ urlencoded: false, multipart: true, formidable });
  checkConnected(ctx.req);
  try {
    await read(ctx);
  } catch (error) {
    const { code, httpCode } = error as { code?: unknown; httpCode?: number };
    if (code === errors.maxFieldsExceeded) throw tooLarge(`a form may have ${MAX_FIELDS} fields`);
    if (code === errors.biggerThanMaxFileSize) throw tooLarge(`a file may have ${limits.max_file_bytes} bytes`);
    throw httpCode === TOO_LARGE ? tooLarge(`a body may have ${limits.max_body_bytes} bytes`) : error;
  }
}

const TOO_LARGE = 413;

/** A urlencoded form: the first of its fields, as many as a form may have, and its text. */
export type UrlencodedForm = { fields: Record<string, string | string[]>; text: string };

/**
 * Reads a urlencoded form, which is UTF-8. Fields that occur more than once are lists.
 * @throws AppError `too_large` when it has more than `maxBytes`, unpacked; `bad_request` when it was cut off, or is packed in a way
 *   that is unknown
 * @throws Error when it cannot be unpacked
 */
export async function readUrlencoded(ctx: Ctx, maxBytes: number): Promise<UrlencodedForm> {
  const read = await reader({ formLimit: maxBytes, queryString: FLAT, includeUnparsed: true });
  const { stream, end } = unpackedBody(ctx.req, maxBytes);
  // The parser takes a request, and would unpack its body without counting.
  const req = Object.assign(stream, { headers: {} });
  try {
    await read(Object.create(ctx, { req: { value: req } }) as Ctx);
  } finally {
    end();
  }
  const { body, rawBody: text = '' } = ctx.request;
  delete ctx.request.rawBody;
  return { fields: body as UrlencodedForm['fields'], text };
}

/** Gives what reads the body of a request by koa-body, if it is a form. */
async function reader(options: Partial<KoaBodyMiddlewareOptions>): Promise<(ctx: Ctx) => Promise<void>> {
  const { HttpMethodEnum, koaBody } = await import('koa-body');
  const read = koaBody({ json: false, text: false, parsedMethods: Object.values(HttpMethodEnum), ...options });
  return async (ctx) => void (await read(ctx, () => Promise.resolve()));
}

/** How a multipart form is read. */
function partsOf(
  req: IncomingMessage,
  limits: SpoolLimits,
  spool: Spool,
  multipart: PluginFunction,
): ExtendedFormidableOptions {
  const form = multipartForm(multipart);
  return {
    enabledPlugins: [form.plugin],
    fileWriteStreamHandler: ((file: EventEmitter) => spool.receive(file)) as never,
    // Two uploads with the same Idempotency-Key are the same only if their bytes are.
    hashAlgorithm: req.headers['idempotency-key'] ? 'sha256' : false,
    maxFileSize: limits.max_file_bytes,
    maxTotalFileSize: limits.max_file_bytes * Math.max(1, limits.max_files),
    maxFieldsSize: MAX_FIELDS_BYTES,
    maxFields: MAX_FIELDS,
    allowEmptyFiles: true,
    minFileSize: 0,
    onPart(part, handle) {
      tellFiles(part, handle);
      // Files go to the disk, and text fields into memory.
      if (!part.mimetype) part.on('data', (chunk: Buffer) => noteReceived(req, chunk.length, form.refuse));
    },
  };
}
