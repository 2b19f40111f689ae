import type { Middleware } from 'koa';
import type { MountedRoute } from '../../http/routes/mount.ts';
import type { State } from '../../http/state.ts';
import { findSlugAt } from './find-public-portal.ts';

/**
 * Shows a portal at its own domain: there, `/en` is what `/hc/{slug}/en` is at the host of this server. Paths whose first
 * segment is one of the server's own, such as `/files`, are the same at every host.
 */
export function customDomains(routes: readonly MountedRoute[]): Middleware<State> {
  const own = new Set(routes.map(({ path }) => firstSegment(path)).filter((segment) => segment !== ''));

  return async function customDomains(ctx, next) {
    const isReading = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (isReading && !own.has(firstSegment(ctx.path))) {
      const host = ctx.hostname.toLowerCase();
      const slug = isOther(host, ctx.state) ? await findSlugAt(ctx.state.tx, host) : undefined;
      if (slug !== undefined) ctx.path = `/hc/${slug}${ctx.path === '/' ? '' : ctx.path}`;
    }
    return next();
  };
}

const firstSegment = (path: string) => (path.split('/', 2)[1] ?? '').toLowerCase();

const isOther = (host: string, { app }: State) => host !== new URL(app.installation.publicUrl).hostname;
