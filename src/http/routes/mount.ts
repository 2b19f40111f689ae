import type { Answer } from './answer.ts';
import type { Route } from './route.ts';
import type { RouteMiddleware } from '../state.ts';

/** The middleware before the routes below a path, and what it means for the API document. */
export type Entrance = {
  /** The path that the routes are below: /api/v1/accounts/:account_id */
  path: string;
  /** In the order in which requests pass them. */
  before: readonly RouteMiddleware[];
  /** Whether requests without credentials are refused. */
  needsCaller?: boolean;
  readsBody?: boolean;
  /** Whether requests are limited by client address. */
  isLimited?: boolean;
  /** The answer to refused requests; absent = the common shape of errors. */
  refusesAs?: Answer<unknown>;
  /** Whether answers are stored for an `Idempotency-Key`. */
  keepsAnswers?: boolean;
};

/** A route with its whole path and the middleware before it. */
export type MountedRoute = Route & { entrance: Entrance };

/** The routes with their whole paths below the entrance. */
export function mount(entrance: Entrance, ...lists: { all: Route[] }[]): MountedRoute[] {
  return lists.flatMap(({ all }) =>
    all.map((route) => ({
      ...route,
      path: `${entrance.path}${route.path}`.replace(/(?<=.)\/$/, ''),
      entrance,
    })),
  );
}

/** Whether the route's answers are kept for an `Idempotency-Key`. */
export function keepsAnswers({ method, onlyReads, entrance }: MountedRoute): boolean {
  return method !== 'GET' && !onlyReads && (entrance.keepsAnswers ?? false);
}
