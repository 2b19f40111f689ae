import { parse as parseJson } from '@hapi/bourne';
import qs from 'qs';
import type { App } from '../../app.ts';
import { AppError, badRequest, invalidField, tooLarge } from '../../errors.ts';
import { isDeeper, MAX_DEPTH, TOO_DEEP } from '../../fields/depth.ts';
import { checkFormText, fieldsIn } from '../../fields/form-text.ts';
import { checkJsonText, type JsonLimits } from '../../fields/json-text.ts';
import { bodyKind } from './body-kind.ts';
import { openSpool, type Spool, type SpoolLimits } from './spool.ts';
import { readText } from './read-text.ts';
import type { Ctx, RouteMiddleware } from '../state.ts';
import { removeFiles, uploadsFolder } from '../../storage/files.ts';
import { unnamedKeys } from '../../storage/named-keys.ts';

/** Most fields of a query or an urlencoded form. */
const MAX_FIELDS = 1000;
const QS_OPTIONS = { depth: 5, arrayLimit: MAX_FIELDS, plainObjects: true } as const;
/** Forms may also say `message.content` for `message[content]`. */
const FORM_OPTIONS = { ...QS_OPTIONS, allowDots: true };

/** Characters of a field's name: what is nested in it is taken apart, which takes time. */
const MAX_NAME = 1000;
/** Bytes of a urlencoded form of callers without credentials; longer texts come as JSON. */
const MAX_FORM_BYTES = 256 * 1024;

/** Characters of a field's name, or of a type, that an error repeats. */
const REPEATED = 100;

/**
 * Limits of JSON besides its bytes. What is nested too deep is refused by the name of its field, which `bodyOf` knows, and lists
 * of known callers that are too long by theirs.
 */
const OF_ANYONE: JsonLimits = { depth: Number.POSITIVE_INFINITY };
const OF_KNOWN: JsonLimits = { ...OF_ANYONE, values: Number.POSITIVE_INFINITY };

const OBJECT_OR_LIST = /^[ \t\n\r]*[[{]/;

/** What becomes of a form's files: received for the route to store, read and forgotten, or refused. */
type UseOfFiles = 'received' | 'ignored' | 'refused';

/**
 * Reads JSON, multipart and urlencoded bodies within the configured limits into `ctx.request.body` and `files`. `isKnown`: the
 * caller has shown credentials.
 */
export function body(app: App, files: UseOfFiles, { isKnown }: { isKnown: boolean }): RouteMiddleware {
  const { server, data_dir } = app.config;
  const limits = files === 'refused' ? { ...server, max_files: 0 } : server;
  const json = isKnown ? OF_KNOWN : OF_ANYONE;
  const form = isKnown ? Number.POSITIVE_INFINITY : MAX_FORM_BYTES;
  const folder = files === 'received' ? uploadsFolder(data_dir) : null;

  return async function body(ctx, next) {
    mustBeReadable(ctx);
    const { meter } = ctx.state;
    const spool = openSpool(folder, limits, (bytes) => meter?.take(bytes));
    try {
      await read(ctx, { ...limits, json, form }, spool);
      spool.check();
      await next();
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

/** What a body is read to, as koa-body declares it; undefined = there was none. */
type Body = Ctx['request']['body'];

type BodyLimits = SpoolLimits & { max_body_bytes: number; json: JsonLimits; form: number };

async function read(ctx: Ctx, limits: BodyLimits, spool: Spool): Promise<void> {
  const { request } = ctx;
  const kind = bodyKind(ctx);
  try {
    if (kind === 'json') request.body = jsonIn(await readJsonText(ctx, limits), limits.json);
    else if (kind === 'urlencoded') request.body = await readFields(ctx, limits);
    else if (kind === 'multipart') await (await formReader()).readMultipart(ctx, limits, spool);
  } catch (error) {
    throw readError(error as Error);
  }
}

/** koa-body and the parser of forms are loaded for the first form. */
const formReader = () => import('./read-form.ts');

/** The text of the body, counted. @throws AppError as `readText` does, and `too_many_requests` */
async function readJsonText({ req, state }: Ctx, { max_body_bytes: most }: BodyLimits): Promise<string> {
  const text = await readText(req, most);
  state.meter?.take(text.length);
  return text;
}

/** The fields of a urlencoded form, nested by their names and counted. @throws AppError */
async function readFields(ctx: Ctx, limits: BodyLimits): Promise<Body> {
  const { readUrlencoded } = await formReader();
  const { fields, text } = await readUrlencoded(ctx, Math.min(limits.max_body_bytes, limits.form));
  ctx.state.meter?.take(text.length);
  checkFormText(text, MAX_FIELDS);
  refuseJson(text, limits.json);
  return nestedFields(listsIn(fields), FORM_OPTIONS) as Body;
}

/** @throws AppError `bad_request` when the text of a form is JSON, of which a form would have none of the fields */
function refuseJson(text: string, limits: JsonLimits): void {
  if (!OBJECT_OR_LIST.test(text)) return;
  checkJsonText(text, limits);
  try {
    JSON.parse(text);
  } catch {
    return;
  }
  throw badRequest('the body is JSON, and Content-Type says that it is a form: send Content-Type: application/json');
}

/**
 * @throws AppError `too_large` when it has too many values
 * @throws SyntaxError when the text is no object or list, or has a key that would change what objects inherit
 */
function jsonIn(text: string, limits: JsonLimits): Body {
  if (text === '') return {};
  if (!OBJECT_OR_LIST.test(text)) throw new SyntaxError('invalid JSON, only supports object and array');
  checkJsonText(text, limits);
  return parseJson(text) as Body;
}

/** Whether the request has a body. */
export function hasBody(ctx: Ctx): boolean {
  return (ctx.request.length ?? 0) > 0 || ctx.get('Transfer-Encoding') !== '';
}

function mustBeReadable(ctx: Ctx): void {
  if (!hasBody(ctx) || bodyKind(ctx) !== 'unknown') return;
  throw badRequest(
    `a body of the type ${ctx.request.type.slice(0, REPEATED) || 'unknown'} cannot be read; send JSON or a form, and say which in Content-Type`,
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
  if (deep) throw invalidField(deep[0].slice(0, REPEATED).toWellFormed(), TOO_DEEP);
  return ctx.request.files ? nestedFields(listsIn(given), QS_OPTIONS) : (given as Record<string, unknown>);
}

/** A query string as an object: `labels[]=a&labels[]=b` is `{ labels: ['a', 'b'] }`. */
export function parseQuery(query: string): Record<string, unknown> {
  return nestedFields(fieldsIn(query, MAX_FIELDS), QS_OPTIONS);
}

/**
 * Fields as an object, in which names such as `message[content]` are nested.
 * @throws AppError `too_large` for a name that is too long
 */
function nestedFields(fields: Iterable<[string, string[]]>, options: qs.IParseOptions): Record<string, unknown> {
  const alone = [...fields].map(([name, values]): [string, unknown] => {
    if (name.length > MAX_NAME) throw tooLarge(`the name of a field may have ${MAX_NAME} characters`);
    return [name, values.length === 1 ? values[0] : values];
  });
  // Its types know only text; by their names, values that are here already are nested likewise.
  return qs.parse(Object.fromEntries(alone) as never, options) as Record<string, unknown>;
}

function listsIn(fields: object): [string, string[]][] {
  return Object.entries(fields as Record<string, string | string[]>).map(([name, value]) => [name, [value].flat()]);
}

/** The error for the caller of what the parsers threw; messages of the operating system are not passed on. */
function readError(error: Error & { syscall?: string }): Error {
  if (error instanceof AppError || error.syscall !== undefined) return error;
  return badRequest(`the body cannot be read: ${error.message}`);
}
