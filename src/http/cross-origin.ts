import type { Middleware } from 'koa';
import type { State } from './state.ts';

/**
 * Paths that begin so may be asked by pages of any site, which read refusals too: they take no cookies, and show nothing
 * without a secret.
 */
const OPEN_TO_PAGES = /^\/(?:public\/api\/|widget\/unread)/i;
const METHODS = 'GET, POST, PUT, PATCH, DELETE';
/** Headers that pages may read besides the usual ones. */
const READABLE = 'Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';
/** How long browsers remember what they may send, in seconds. */
const REMEMBERED = 24 * 60 * 60;

/** Lets pages of any site use these paths (CORS), and answers what browsers ask before they send a request. */
export const crossOrigin: Middleware<State> = function crossOrigin(ctx, next) {
  if (!OPEN_TO_PAGES.test(ctx.path)) return next();
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.set('Access-Control-Expose-Headers', READABLE);
  if (ctx.method !== 'OPTIONS') return next();

  ctx.set('Access-Control-Allow-Methods', METHODS);
  ctx.set('Access-Control-Allow-Headers', ctx.get('Access-Control-Request-Headers') || '*');
  ctx.set('Access-Control-Max-Age', String(REMEMBERED));
  ctx.status = 204;
};
