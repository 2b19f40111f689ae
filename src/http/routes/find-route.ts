import findMyWay from 'find-my-way';
import type { Counts } from '../../counts/counts.ts';
import { RequestCount } from '../../counts/request-count.ts';
import type { MountedRoute } from './mount.ts';
import type { Method } from './route.ts';
import { runRoute } from './run-route.ts';
import type { Ctx, FoundRoute, RouteMiddleware } from '../state.ts';

/** A row of the table: the middleware of the route, and its name in logs and counts. */
type Kept = { steps: readonly RouteMiddleware[]; found: FoundRoute };

/**
 * Looks up the route of a request and runs its middleware and the route, with the path's parameters as text in
 * `params`; HEAD is looked up as GET. Fixed segments match before parameters, whatever the order of the routes, and in
 * any letter case. Requests without a route, or with an empty parameter, go on to `next`. Adds a count of each route.
 */
export function findRoute(routes: readonly MountedRoute[], counts: Counts): RouteMiddleware {
  const table = findMyWay({ caseSensitive: false, ignoreTrailingSlash: false, maxParamLength: MAX_PARAMETER_LENGTH });
  for (const route of routes) {
    const count = new RequestCount(route.method, withBraces(route.path), { isTimed: !route.mayWait });
    counts.requests.push(count);
    const found = { path: count.path, count, isQuiet: route.isQuiet ?? false };
    const kept: Kept = { steps: [...route.steps, runRoute(route)], found };
    table.on(route.method, route.path, () => {}, kept);
  }

  return async function findRoute(ctx, next) {
    // The table takes any other target for the path /.
    const found = ctx.path.startsWith('/') ? table.find(methodOf(ctx), readable(ctx.path)) : null;
    // An empty parameter names nothing.
    if (!found || Object.values(found.params).includes('')) return next();
    const kept = found.store as Kept;
    ctx.params = found.params as Record<string, string>;
    ctx.state.route = kept.found;
    await pass(kept.steps, ctx);
  };
}

/** Longer than any file name in a path. */
const MAX_PARAMETER_LENGTH = 2000;

/** /labels/:id as the API document writes it: /labels/{id} */
const withBraces = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');

const methodOf = ({ method }: Ctx) => (method === 'HEAD' ? 'GET' : method) as Method;

/** The decoded path. Percent-encoded text that is not UTF-8 stays encoded, and so matches nothing. */
function readable(path: string): string {
  if (!path.includes('%')) return path;
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return path.replaceAll('%', '%25');
  }
}

function pass(steps: readonly RouteMiddleware[], ctx: Ctx, index = 0): unknown {
  return steps[index]?.(ctx as never, () => Promise.resolve(pass(steps, ctx, index + 1)));
}
