import type { Ctx, RouteMiddleware } from './state.ts';

/** What stands before a page for people: the policy for browsers that `policyOf` gives, and nobody else hears of its address. */
export function guardedPage(policyOf: (ctx: Ctx) => string): RouteMiddleware {
  return function guardedPage(ctx, next) {
    ctx.set('Content-Security-Policy', policyOf(ctx));
    ctx.set('Referrer-Policy', 'no-referrer');
    ctx.set('X-Content-Type-Options', 'nosniff');
    return next();
  };
}
