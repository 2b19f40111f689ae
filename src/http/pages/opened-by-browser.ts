import type { Ctx } from '../state.ts';

/** Whether somebody opened the address in a browser: programs that take anything do not name HTML. */
export function isOpenedByBrowser(ctx: Pick<Ctx, 'get'>): boolean {
  return /\btext\/html\b/i.test(ctx.get('Accept'));
}
