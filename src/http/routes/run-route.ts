import { checkPermission } from '../permissions.ts';
import { keyOf, once } from '../idempotency.ts';
import { keepsAnswers, type MountedRoute } from './mount.ts';
import { type Input, inputReader } from './input.ts';
import type { AnyRequest, Asked, Route } from './route.ts';
import { type Ctx, publicUrl, type RouteMiddleware } from '../state.ts';
import { storeUploads } from '../body/upload.ts';

/** A route with what is worked out once for all of its requests. */
type Plan = { route: Route; readInput: (ctx: Ctx, found: unknown) => Input; files: string[] };

/** Checks the caller's permission and runs the handler, at most once for one `Idempotency-Key`. */
export function runRoute(route: MountedRoute): RouteMiddleware {
  const isKept = keepsAnswers(route);
  const plan: Plan = { route, readInput: inputReader(route), files: fileFields(route) };
  return function runRoute(ctx) {
    checkPermission(route.permission, ctx);
    const key = isKept ? keyOf(ctx) : null;
    return key === null ? answer(plan, ctx) : once(ctx, key, () => answer(plan, ctx));
  };
}

async function answer(plan: Plan, ctx: Ctx): Promise<void> {
  const request = await read(plan, ctx);
  const { status, shape, type, isWritten } = plan.route.answer;
  ctx.status = status;
  const value = await plan.route.handle(request);
  if (isWritten) return;
  // Without a type, Koa answers null with 204.
  if (type !== 'application/json' || value === null) ctx.type = type;
  ctx.body = shape === null ? '' : value;
}

/** The handler's request; `find` runs before the input is checked. */
async function read({ route, readInput, files }: Plan, ctx: Ctx): Promise<AnyRequest> {
  const asked = askedOf(ctx);
  const found = await route.find?.(asked);
  return { ...asked, found, ...readInput(ctx, found), storeFiles: () => storeUploads(ctx, ...files) };
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

/** The names of a form's file fields: at the top, and nested under the resource's singular. */
function fileFields({ files = [], name }: Route): string[] {
  const plain = files.map((field) => field.replace(/\[\]$/, ''));
  const nested =
    name === undefined ? [] : plain.filter((field) => !field.includes('[')).map((field) => `${name}[${field}]`);
  return [...new Set([...plain, ...nested])];
}
