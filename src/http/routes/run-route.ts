import { bodyOf } from '../body/body.ts';
import { checkPermission } from '../permissions.ts';
import { keyOf, once } from '../idempotency.ts';
import { keepsAnswers, type MountedRoute } from './mount.ts';
import { type Page, pageOf } from './page.ts';
import type { Asked, Request, Route } from './route.ts';
import { type Ctx, publicUrl, type RouteMiddleware } from '../state.ts';
import { storeUploads } from '../body/upload.ts';
import { check } from '../../fields/check.ts';
import { checkQuery, fieldsUnder } from './input.ts';

/** Checks the caller's permission and runs the handler, at most once for one `Idempotency-Key`. */
export function runRoute(route: MountedRoute): RouteMiddleware {
  const isKept = keepsAnswers(route);
  return function runRoute(ctx) {
    checkPermission(route.permission, ctx);
    const key = isKept ? keyOf(ctx) : null;
    return key === null ? answer(route, ctx) : once(ctx, key, () => answer(route, ctx));
  };
}

async function answer(route: Route, ctx: Ctx): Promise<void> {
  const request = await read(route, ctx);
  const { status, shape, type, isWritten } = route.answer;
  ctx.status = status;
  const value = await route.handle(request);
  if (isWritten) return;
  // Without a type, Koa answers null with 204.
  if (type !== 'application/json' || value === null) ctx.type = type;
  ctx.body = shape === null ? '' : value;
}

/** The handler's request; `find` runs before the input is checked. */
async function read(route: Route, ctx: Ctx): Promise<Request<string, unknown, unknown, unknown, unknown>> {
  const asked = askedOf(ctx);
  const found = await route.find?.(asked);
  return {
    ...asked,
    found,
    query: route.query && checkQuery(route.query, ctx),
    page: pageFor(route, ctx) as never,
    body: bodyFor(route, ctx, found),
    storeFiles: () => storeUploads(ctx, ...fileFields(route)),
  };
}

function askedOf(ctx: Ctx): Asked {
  const { app, tx, now, caller, visitor, account } = ctx.state;
  return { ctx, app, tx, now, caller, visitor, account, publicUrl: publicUrl(ctx), params: paramsOf(ctx) };
}

const ID = /^\d{1,9}$/;

function paramsOf({ params }: Ctx): Record<string, never> {
  const entries = Object.entries(params).map(([name, text = '']) =>
    name === 'id' || name.endsWith('_id') ? [name, ID.test(text) ? Number(text) : 0] : [name, text],
  );
  return Object.fromEntries(entries) as Record<string, never>;
}

/** Rows of a page where pages are optional. */
const SMALL_PAGE = 15;

function pageFor({ page }: Route, ctx: Ctx): Page | null {
  if (page === undefined || (page === 'optional' && !ctx.query['page'])) return null;
  return pageOf(ctx, page === 'optional' ? SMALL_PAGE : page);
}

function bodyFor({ body, name }: Route, ctx: Ctx, found: unknown): unknown {
  if (body === undefined) return undefined;
  const given = fieldsUnder(name, bodyOf(ctx));
  return check('choose' in body ? body.choose(given, found) : body, given);
}

/** The names of a form's file fields: at the top, and nested under the resource's singular. */
function fileFields({ files = [], name }: Route): string[] {
  const plain = files.map((field) => field.replace(/\[\]$/, ''));
  const nested =
    name === undefined ? [] : plain.filter((field) => !field.includes('[')).map((field) => `${name}[${field}]`);
  return [...new Set([...plain, ...nested])];
}
