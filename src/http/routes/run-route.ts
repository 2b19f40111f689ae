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

/** Checks the caller's permission, then does what the route says; at most once for one `Idempotency-Key`. */
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
  // Without a type, Koa takes null for no answer.
  if (type !== 'application/json' || value === null) ctx.type = type;
  ctx.body = shape === null ? '' : value;
}

/** What the handler gets; what the path names is looked for before the input is checked. */
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
  const { app, em, now, caller, visitor, account } = ctx.state;
  return { ctx, app, em, now, caller, visitor, account, publicUrl: publicUrl(ctx), params: paramsOf(ctx) };
}

const ID = /^\d{1,9}$/;

function paramsOf({ params }: Ctx): Record<string, never> {
  const entries = Object.entries(params).map(([name, text = '']) =>
    name === 'id' || name.endsWith('_id') ? [name, ID.test(text) ? Number(text) : 0] : [name, text],
  );
  return Object.fromEntries(entries) as Record<string, never>;
}

/** Rows of a page of a small set, when one is asked for. */
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

/** The fields of a form in which files may come: at the top, or under the singular as its other fields. */
function fileFields({ files = [], name }: Route): string[] {
  const plain = files.map((field) => field.replace(/\[\]$/, ''));
  const nested =
    name === undefined ? [] : plain.filter((field) => !field.includes('[')).map((field) => `${name}[${field}]`);
  return [...new Set([...plain, ...nested])];
}
