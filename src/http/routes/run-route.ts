import type { Tx } from '../../db/tx.ts';
import { AppError } from '../../errors.ts';
import { isKept, keyOf, once } from '../idempotency.ts';
import { keepsAnswers, type MountedRoute } from './mount.ts';
import { JSON_TYPE } from './answer.ts';
import { type Input, inputReader } from './input.ts';
import type { DialectRoute } from './in-dialect.ts';
import type { AnyRequest, Asked } from './route.ts';
import { type Ctx, publicUrl, type RouteMiddleware } from '../state.ts';
import { answerJson } from '../write-answer.ts';
import { describeUploads, hasUploads, storeUploads, type UploadedFile } from '../body/upload.ts';
import { type BlobField, blobField, describeBlobs, namesBlobs } from '../body/named-blobs.ts';
import { idIn } from '../../fields/id-in.ts';
import { removeFiles } from '../../storage/files.ts';

/** A route with what is worked out at its first request for all of them. */
type Plan = {
  route: DialectRoute;
  readInput: (ctx: Ctx, found: unknown) => Input;
  /** The names of a form's file fields, and of the fields that may name blobs. */
  fileFields: string[];
  blobFields: BlobField[];
};

/** Checks the input, runs the handler and answers; where an answer is kept for the `Idempotency-Key`, gives that instead. */
export function runRoute(route: MountedRoute): RouteMiddleware {
  const takesKey = keepsAnswers(route);
  let plan: Plan | null = null;
  return async function runRoute(ctx) {
    plan ??= planOf(route);
    const key = takesKey ? keyOf(ctx) : null;
    if (key === null) return answer(plan, ctx, await read(plan, ctx, ctx.state.tx));
    return answerOnce(plan, ctx, key);
  };
}

function planOf(route: DialectRoute): Plan {
  const fields = fileFields(route);
  return {
    route,
    readInput: inputReader(route),
    fileFields: fields,
    blobFields: route.takesBlobs ? fields.map(blobField) : [],
  };
}

async function answerOnce(plan: Plan, ctx: Ctx, key: string): Promise<void> {
  const readIn = takesLong(plan, ctx) ? await readBefore(plan, ctx, key) : (tx: Tx) => read(plan, ctx, tx);
  const isRepeated = await once(ctx, key, async (tx) => answer(plan, ctx, await readIn(tx)));
  if (isRepeated) await removeFiles(ctx.state.app.config.data_dir, ctx.state.storedFiles);
}

/** Whether files are stored, or another server is asked. */
function takesLong(plan: Plan, ctx: Ctx): boolean {
  return plan.route.ask !== undefined || bringsFiles(plan, ctx);
}

/** Routes that take no files do not look at bodies for any. */
function bringsFiles({ fileFields, blobFields }: Plan, ctx: Ctx): boolean {
  return fileFields.length > 0 && (hasUploads(ctx, fileFields) || namesBlobs(ctx, blobFields));
}

/** Reads the request before the transaction, which would otherwise hold the database during the upload. */
async function readBefore(plan: Plan, ctx: Ctx, key: string): Promise<(tx: Tx) => AnyRequest> {
  const request = (await isKept(ctx, key)) ? null : await readUnlessKept(plan, ctx, key);
  return (tx) => {
    if (request) return { ...request, tx };
    throw new AppError('unavailable', 'Request not handled', { detail: 'its kept answer is gone: send it again' });
  };
}

/** Null = it fails, but was answered meanwhile: what it asks for is done. */
async function readUnlessKept(plan: Plan, ctx: Ctx, key: string): Promise<AnyRequest | null> {
  try {
    return await read(plan, ctx, ctx.state.tx);
  } catch (error) {
    if (await isKept(ctx, key)) return null;
    throw error;
  }
}

async function answer({ route }: Plan, ctx: Ctx, request: AnyRequest): Promise<void> {
  const { status, shape, type, isWritten } = route.answer;
  ctx.status = status;
  const value = await route.handle(request);
  if (isWritten) return;
  if (shape === null) ctx.body = '';
  else if (type === JSON_TYPE) answerJson(ctx, value);
  else {
    ctx.type = type;
    ctx.body = value;
  }
}

/**
 * The handler's request. `find` runs before the input is checked, or the handler finds. Then files are stored, and another
 * server is asked.
 */
async function read(plan: Plan, ctx: Ctx, tx: Tx): Promise<AnyRequest> {
  const asked = askedOf(ctx, tx);
  const found = await plan.route.find?.(asked);
  const { input, uploads } = await readInput(plan, asked, found);
  if (uploads.length > 0) await plan.route.findEarly?.(asked);
  const files = await storeUploads(ctx, uploads);
  const request: AnyRequest = { ...asked, found, ...input, files, granted: undefined };
  if (plan.route.ask) request.granted = await plan.route.ask(request);
  return request;
}

type Read = { input: Input; uploads: readonly UploadedFile[] };

/** The checked input, and the files to store. */
async function readInput(plan: Plan, asked: Asked, found: unknown): Promise<Read> {
  try {
    const input = plan.readInput(asked.ctx, found);
    return { input, uploads: await uploadsFor(plan, asked.ctx, input.body) };
  } catch (error) {
    await plan.route.findEarly?.(asked);
    throw error;
  }
}

function askedOf(ctx: Ctx, tx: Tx): Asked {
  const { app, now, caller, visitor, account } = ctx.state;
  return { ctx, app, tx, now, caller, visitor, account, publicUrl: publicUrl(ctx), params: paramsOf(ctx) };
}

function paramsOf({ params }: Ctx): Record<string, never> {
  const read: Record<string, number | string> = {};
  for (const name in params) {
    const text = params[name] ?? '';
    read[name] = name === 'id' || name.endsWith('_id') ? (idIn(text) ?? 0) : text;
  }
  return read as Record<string, never>;
}

async function uploadsFor(plan: Plan, ctx: Ctx, body: unknown): Promise<readonly UploadedFile[]> {
  const { route, fileFields, blobFields } = plan;
  const uploads = bringsFiles(plan, ctx)
    ? [...(await describeUploads(ctx, fileFields)), ...(await describeBlobs(ctx, blobFields))]
    : [];
  return route.chooseFiles?.(uploads, body) ?? uploads;
}

/** The names of a form's file fields: at the top, and nested under the resource's singular. */
function fileFields({ files = [], name }: DialectRoute): string[] {
  const plain = files.map((field) => field.replace(/\[\]$/, ''));
  const nested =
    name === undefined ? [] : plain.filter((field) => !field.includes('[')).map((field) => `${name}[${field}]`);
  return [...new Set([...plain, ...nested])];
}
