import { Router } from '@koa/router';
import type { Counts } from '../../counts/counts.ts';
import { RequestCount } from '../../counts/request-count.ts';
import type { MountedRoute } from './mount.ts';
import { resourceKeys } from './resource-key.ts';
import { runRoute } from './run-route.ts';
import type { Ctx, FoundRoute, RouteMiddleware } from '../state.ts';

/** A route as its router has it: its path as an expression, and its middleware with the route at its end. */
type Layer = Router['stack'][number];

/**
 * Looks up the route of a request and runs its middleware and the route, with the path's parameters as text in
 * `params`; a route for GET is also for HEAD. Each resource has a Router, found by the first segments of the path. Fixed segments
 * match before parameters, whatever the order of the routes, and in any letter case. Requests without a route, or with an empty
 * parameter, go on to `next`, unless a route is for all paths below its own. Adds a count of each route.
 */
export function findRoute(routes: readonly MountedRoute[], counts: Counts): RouteMiddleware {
  const counted = routes.map((route) => ({ route, found: countIn(counts, route) }));
  const wideOnes = counted
    .filter(({ route }) => route.isForAllBelow)
    .map(({ route, found }) => ({ route, found, steps: stepsOf(route) }));
  const resourceOf = resourceKeys(routes);
  const routers = new Map<string, Router>();
  const table = new Map<Layer, FoundRoute>();
  for (const { route, found } of counted.toSorted((a, b) => fixedFirst(a.route, b.route))) {
    const router = routers.getOrInsertComputed(resourceOf(route.path), () => new Router({ strict: true }));
    table.set(router.register(route.path, [route.method], stepsOf(route) as never) as Layer, found);
  }
  const layers = new Map(Array.from(routers, ([resource, router]) => [resource, layersOf(router)]));

  return async function findRoute(ctx, next) {
    const path = readable(ctx.path);
    const layer = layers
      .get(resourceOf(path))
      ?.get(kindOf(ctx.method, path))
      ?.find((one) => one.match(path));
    const found = layer && table.get(layer);
    if (!found) {
      const wide = wideOnes.find(({ route }) => isBelow(ctx, route));
      if (!wide) return next();
      ctx.params = {};
      ctx.state.route = wide.found;
      return void (await pass(wide.steps, ctx));
    }
    const params = layer.params(path, layer.captures(path));
    if (path.length > MAX_PARAMETER_LENGTH && Object.values(params).some(isTooLong)) return next();
    ctx.params = params;
    ctx.state.route = found;
    await pass(layer.stack as never, ctx);
  };
}

const stepsOf = (route: MountedRoute): readonly RouteMiddleware[] => [...route.steps, runRoute(route)];

/** Whether the request is for a path below that of the route, which is for GET. */
function isBelow({ method, path }: Ctx, route: MountedRoute): boolean {
  return (method === 'GET' || method === 'HEAD') && path.toLowerCase().startsWith(`${route.path}/`);
}

function countIn(counts: Counts, { method, path, mayWait, isQuiet }: MountedRoute): FoundRoute {
  const count = new RequestCount(method, withBraces(path), { isTimed: !mayWait });
  counts.requests.push(count);
  return { path: count.path, count, isQuiet: isQuiet ?? false };
}

/** /labels/:id as the API document writes it: /labels/{id} */
const withBraces = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');

/** Sorts routes so that of those for the same path, the one comes first that has a fixed segment where the others have a parameter. */
function fixedFirst(a: MountedRoute, b: MountedRoute): number {
  return kindsIn(a) < kindsIn(b) ? -1 : Number(kindsIn(a) > kindsIn(b));
}

/** A digit for each segment: 0 = fixed, 1 = a parameter. */
const kindsIn = ({ path }: MountedRoute) =>
  path
    .split('/')
    .map((segment) => Number(segment.startsWith(':')))
    .join('');

/**
 * The layers of a router by method and number of segments, in order. `router.match` would try every layer, which takes several
 * times as long.
 */
function layersOf(router: Router): Map<string, Layer[]> {
  const layers = new Map<string, Layer[]>();
  for (const layer of router.stack) {
    for (const method of layer.methods) {
      layers.getOrInsertComputed(kindOf(method, String(layer.path)), () => []).push(layer);
    }
  }
  return layers;
}

/** "GET 5" for a path with five slashes; a parameter contains none. */
function kindOf(method: string, path: string): string {
  let slashes = 0;
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) slashes += 1;
  return `${method} ${slashes}`;
}

/** Longer than any file name in a path. */
const MAX_PARAMETER_LENGTH = 2000;

const isTooLong = (parameter: string) => parameter.length > MAX_PARAMETER_LENGTH;

/** An encoded letter, digit, hyphen, dot, underscore or tilde, which means the same as when it is not encoded (RFC 3986, section 2.3). */
const UNRESERVED = /%(?:2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/gi;

/**
 * The path as routes are written, with its parameters encoded. Percent-encoded text that is not UTF-8 is encoded once more, so that
 * its parameters say what was sent.
 */
function readable(path: string): string {
  if (!path.includes('%')) return path;
  try {
    decodeURIComponent(path);
  } catch {
    return path.replaceAll('%', '%25');
  }
  return path.replaceAll(UNRESERVED, (encoded) => decodeURIComponent(encoded));
}

function pass(steps: readonly RouteMiddleware[], ctx: Ctx, index = 0): unknown {
  return steps[index]?.(ctx as never, () => Promise.resolve(pass(steps, ctx, index + 1)));
}
