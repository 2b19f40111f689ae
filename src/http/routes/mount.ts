import type { App } from '../../app.ts';
import { authenticate, recognize } from '../authenticate.ts';
import { body, hasBody } from '../body/body.ts';
import { byteLimits, meterBytes } from '../body/byte-limits.ts';
import { enterInbox } from '../enter-inbox.ts';
import { enterWidget } from '../widget/enter-widget.ts';
import { checkPermission } from '../permissions.ts';
import { compressed } from '../compressed.ts';
import { limitAtOnce } from '../body/limit-at-once.ts';
import { limitReaders, rateLimits } from '../rate-limit.ts';
import type { RouteMiddleware } from '../state.ts';
import { unchanged } from '../unchanged.ts';
import type { Answer } from './answer.ts';
import { differencesIn } from '../../dialect.ts';
import { isCompressible, isPublic } from './compressible.ts';
import { type DialectRoute, inDialect } from './in-dialect.ts';
import { wholeQuery } from './page.ts';
import type { Route } from './route.ts';

/** The checks of requests to the routes below a path, in this order. */
export type Entrance = {
  /** The path that the routes are below: /api/v1/accounts/:account_id */
  path: string;
  /** Headers, and errors of another shape than usual. */
  first?: readonly RouteMiddleware[];
  /**
   * The admitted callers: of the Application or the Platform API, a 'contact' of the API inbox in the path, a 'visitor' of
   * a website, a 'reader' of help centres or 'anyone', both limited per address; null = anyone, without a limit. The
   * credentials of readers, and of anyone without a limit, are ignored.
   */
  caller: 'application' | 'platform' | 'contact' | 'visitor' | 'reader' | 'anyone' | null;
  /** Whether 'anyone' is recognized by the cookie of a session as well. */
  takesCookie?: boolean;
  /** Limits requests before their bodies are read. */
  limit?: RouteMiddleware;
  /** False = bodies are ignored. */
  readsBody: boolean;
  /** Middleware that needs the body or the result of the route. */
  last?: readonly RouteMiddleware[];
  /** The answer to refused requests; absent = the common shape of errors. */
  refusesAs?: Answer<unknown>;
  /** Whether answers are stored for an `Idempotency-Key`. */
  keepsAnswers?: boolean;
};

/** A route with its whole path and its middleware. */
export type MountedRoute = DialectRoute & { entrance: Entrance; steps: readonly RouteMiddleware[] };

type Mount = (entrance: Entrance, ...lists: { all: Route[] }[]) => MountedRoute[];

/** Gives what adds routes with their whole paths below an entrance. All entrances share the limits of requests. */
export function mountIn(app: App): Mount {
  const limits = rateLimits(app.config);
  const atOnce = limitAtOnce(app.config.server.anonymous_body_bytes);
  const meter = meterBytes(byteLimits(app.config));
  const differences = differencesIn(app.config.api.dialect);
  const callers = {
    application: [authenticate(limits)],
    platform: [authenticate(limits, 'platform')],
    contact: [enterInbox(limits)],
    visitor: [enterWidget(limits)],
    reader: [limitReaders(limits)],
    anyone: [recognize(limits)],
    none: [],
  };

  return (entrance, ...lists) => {
    const known = entrance.takesCookie
      ? [recognize(limits, { takesCookie: true })]
      : callers[entrance.caller ?? 'none'];
    const before = [...(entrance.first ?? []), ...known, ...only(entrance.limit)];
    return lists.flatMap(({ all }) =>
      all.map((given) => {
        const route = inDialect(given, differences);
        const path = `${entrance.path}${route.path}`.replace(/(?<=.)\/$/, '');
        // Bodies are read once the caller may use the route, so that files of others are not written to disk.
        const own = [
          permit(route),
          ...(isKnownIn(entrance) ? [] : [atOnce]),
          ...(isOfContact(route, entrance) ? [meter] : []),
          ...bodyStep(app, route, entrance),
          ...(entrance.last ?? []),
        ];
        return { ...route, path, entrance, steps: [...afterwards(app, route, entrance), ...before, ...own] };
      }),
    );
  };
}

/** Middleware that changes the answer. */
function afterwards({ config }: App, route: DialectRoute, entrance: Entrance): RouteMiddleware[] {
  if (route.method !== 'GET') return [];
  const isWanted = config.server.compression || isPublic(route);
  return isWanted && isCompressible({ ...route, entrance }) ? [compressed, unchanged] : [unchanged];
}

function permit({ permission }: DialectRoute): RouteMiddleware {
  return function permit(ctx, next) {
    checkPermission(permission, ctx);
    return next();
  };
}

function bodyStep(app: App, route: DialectRoute, entrance: Entrance): RouteMiddleware[] {
  if (!readsBody({ ...route, entrance })) return [];
  const files = route.files ? 'received' : 'ignored';
  const read = body(app, entrance.caller === 'anyone' ? 'refused' : files, { isKnown: isKnownIn(entrance) });
  return [route.method === 'GET' ? whereGiven(read) : read];
}

/** Whether callers have shown credentials. */
const isKnownIn = ({ caller }: Entrance) => caller === 'application' || caller === 'platform';

/** Whether the route lets visitors or contacts write. */
function isOfContact({ method, permission }: DialectRoute, { caller }: Entrance): boolean {
  return (caller === 'contact' || caller === 'visitor') && method !== 'GET' && !permission.endsWith(':read');
}

/** Hardly any request to read something has a body. */
function whereGiven(read: RouteMiddleware): RouteMiddleware {
  return function readGivenBody(ctx, next) {
    return hasBody(ctx) ? read(ctx, next) : next();
  };
}

const only = <T>(one: T | undefined): T[] => (one === undefined ? [] : [one]);

/** Whether the route reads bodies: a GET does where it takes parameters, which may stand in either place. */
export function readsBody(route: Pick<MountedRoute, 'method' | 'entrance' | 'query' | 'page'>): boolean {
  return route.entrance.readsBody && (route.method !== 'GET' || wholeQuery(route) !== undefined);
}

/** Whether the route's answers are kept for an `Idempotency-Key`. */
export function keepsAnswers({ method, isNotRepeated, entrance }: MountedRoute): boolean {
  return method !== 'GET' && !isNotRepeated && (entrance.keepsAnswers ?? false);
}
