import type { Answer } from './answer.ts';
import type { Route } from './route.ts';
import type { RouteMiddleware } from '../state.ts';

/** What requests pass before the routes below a path, and what that means for the document of the API. */
export type Entrance = {
  /** Where the routes are; with its parameters by name: /api/v1/accounts/:account_id */
  path: string;
  /** In the order in which requests pass them. */
  before: readonly RouteMiddleware[];
  /** Whether a caller who says nothing of themselves is refused. */
  needsCaller?: boolean;
  readsBody?: boolean;
  /** Whether requests of one address are counted. */
  isLimited?: boolean;
  /** What refusals look like here; null or absent = as everywhere. */
  refusesAs?: Answer<unknown>;
  /** Whether answers are kept for an `Idempotency-Key`. */
  keepsAnswers?: boolean;
};

/** A route where requests find it. */
export type MountedRoute = Route & { entrance: Entrance };

/** The routes as they are behind the entrance, with their whole paths. */
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
