import type { Ctx } from './state.ts';
import { pageQuery, validateQuery } from './validate.ts';

/** Which rows of a list are asked for. */
export type Page = { number: number; offset: number; limit: number };

const DEFAULT_SIZE = 15;

/** `page` from 1 and `per_page` up to 100 of the query; `size` rows unless it says otherwise. */
export function pageOf(ctx: Ctx, size: number = DEFAULT_SIZE): Page {
  const query = validateQuery(pageQuery, ctx);
  const limit = query.per_page ?? size;
  const page = query.page ?? 1;
  return { number: page, offset: (page - 1) * limit, limit };
}

/** As `pageOf`, but null, meaning everything, when the query does not ask for a page: for small sets. */
export function optionalPageOf(ctx: Ctx): Page | null {
  return ctx.query['page'] ? pageOf(ctx) : null;
}
