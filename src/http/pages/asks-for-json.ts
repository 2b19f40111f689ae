import type { Ctx } from '../state.ts';

/** Whether the client wants data, not a page: its address ends with .json, or it accepts JSON rather than HTML. */
export function asksForJson(ctx: Pick<Ctx, 'originalUrl' | 'accepts'>): boolean {
  const [path = ''] = ctx.originalUrl.split('?');
  return path.endsWith('.json') || ctx.accepts('html', 'json') === 'json';
}
