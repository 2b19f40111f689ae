import type { App } from '../../app.ts';
import { authenticate, recognize } from '../authenticate.ts';
import { body } from '../body/body.ts';
import { checkPermission } from '../permissions.ts';
import { compressed } from '../compressed.ts';
import { rateLimits } from '../rate-limit.ts';
import type { RouteMiddleware } from '../state.ts';
import { unchanged } from '../unchanged.ts';
import type { Answer } from './answer.ts';
import { isCompressible } from './compressible.ts';
import type { Route } from './route.ts';

/** What requests pass before they reach the routes below a path, in this order. */
export type Entrance = {
  /** The path that the routes are below: /api/v1/accounts/:account_id */
  path: string;
  /** Headers, and errors of another shape than usual. */
  first?: readonly RouteMiddleware[];
  /**
   * Whose requests are let in: callers of the Application or the Platform API, or 'anyone', within the limit of each
   * address; null = anyone, without a look at the credentials and without a limit.
   */
  caller: 'application' | 'platform' | 'anyone' | null;
  /** Limits requests before their bodies are read. */
  limit?: RouteMiddleware;
  /** False = bodies are ignored. */
  readsBody: boolean;
  /** What needs the body, or the result of the route. */
  last?: readonly RouteMiddleware[];
  /** The answer to refused requests; absent = the common shape of errors. */
  refusesAs?: Answer<unknown>;
  /** Whether answers are stored for an `Idempotency-Key`. */
  keepsAnswers?: boolean;
};

/** A route with its whole path, and what its requests pass before it. */
export type MountedRoute = Route & { entrance: Entrance; steps: readonly RouteMiddleware[] };

type Mount = (entrance: Entrance, ...lists: { all: Route[] }[]) => MountedRoute[];

/** Gives what adds routes with their whole paths below an entrance. All entrances share the limits of requests. */
export function mountIn(app: App): Mount {
  const limits = rateLimits(app.config);
  const callers = {
    application: [authenticate(limits)],
    platform: [authenticate(limits, 'platform')],
    anyone: [recognize(limits)],
    none: [],
  };

  return (entrance, ...lists) => {
    const before = [...(entrance.first ?? []), ...callers[entrance.caller ?? 'none'], ...only(entrance.limit)];
    return lists.flatMap(({ all }) =>
      all.map((route) => {
        const path = `${entrance.path}${route.path}`.replace(/(?<=.)\/$/, '');
        // Bodies are read once the caller may use the route, so that files of others are not written to disk.
        const own = [permit(route), ...bodyStep(app, route, entrance), ...(entrance.last ?? [])];
        return { ...route, path, entrance, steps: [...afterwards(app, route, entrance), ...before, ...own] };
      }),
    );
  };
}

/** What becomes of the answer once it is there. */
function afterwards({ config }: App, route: Route, entrance: Entrance): RouteMiddleware[] {
  if (route.method !== 'GET') return [];
  return config.server.compression && isCompressible({ ...route, entrance }) ? [compressed, unchanged] : [unchanged];
}

function permit({ permission }: Route): RouteMiddleware {
  return function permit(ctx, next) {
    checkPermission(permission, ctx);
    return next();
  };
}

function bodyStep(app: App, route: Route, entrance: Entrance): RouteMiddleware[] {
  if (!readsBody({ ...route, entrance })) return [];
  if (entrance.caller === 'anyone') return [body(app, 'refused')];
  return [body(app, route.files ? 'received' : 'ignored')];
}

const only = <T>(one: T | undefined): T[] => (one === undefined ? [] : [one]);

export function readsBody({ method, entrance }: Pick<MountedRoute, 'method' | 'entrance'>): boolean {
  return method !== 'GET' && entrance.readsBody;
}

/** Whether the route's answers are kept for an `Idempotency-Key`. */
export function keepsAnswers({ method, isNotRepeated, entrance }: MountedRoute): boolean {
  return method !== 'GET' && !isNotRepeated && (entrance.keepsAnswers ?? false);
}
