import type { Ctx, RouteMiddleware } from './state.ts';

/**
 * Sets the headers of a page for people: the Content-Security-Policy that `policyOf` gives, a Referrer-Policy that
 * keeps its address secret, and X-Content-Type-Options, so that browsers do not guess its type.
 */
export function guardedPage(policyOf: (ctx: Ctx) => string): RouteMiddleware {
  return function guardedPage(ctx, next) {
    ctx.set('Content-Security-Policy', policyOf(ctx));
    ctx.set('Referrer-Policy', 'no-referrer');
    ctx.set('X-Content-Type-Options', 'nosniff');
    return next();
  };
}
