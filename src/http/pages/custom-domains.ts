import type { Middleware } from 'koa';
import type { Tx } from '../../db/tx.ts';
import type { MountedRoute } from '../routes/mount.ts';
import type { State } from '../state.ts';

/** Gives the path that is shown at the root of the host; undefined = none is. */
type FindPathAt = (tx: Tx, host: string) => Promise<string | undefined>;

/**
 * Serves help centres at their custom domains: `/en` there is `/hc/{slug}/en` at this server's host. Paths with a first
 * segment of the server's own, such as `/files`, are the same at every host.
 */
export function customDomains(routes: readonly MountedRoute[], findPathAt: FindPathAt): Middleware<State> {
  const own = new Set(routes.map(({ path }) => firstSegment(path)).filter((segment) => segment !== ''));

  return async function customDomains(ctx, next) {
    const isReading = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (isReading && !own.has(firstSegment(ctx.path))) {
      const host = ctx.hostname.toLowerCase();
      const path = isOther(host, ctx.state) ? await findPathAt(ctx.state.tx, host) : undefined;
      if (path !== undefined) ctx.path = ctx.path === '/' ? path : `${path}${ctx.path}`;
    }
    return next();
  };
}

const firstSegment = (path: string) => (path.split('/', 2)[1] ?? '').toLowerCase();

const isOther = (host: string, { app }: State) => host !== new URL(app.installation.publicUrl).hostname;
