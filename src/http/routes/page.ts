import type { Ctx } from '../state.ts';
import { checkQuery, pageQuery } from './input.ts';

/** The page of a list that is asked for. */
export type Page = { number: number; offset: number; limit: number };

/** The page in the query's `page` (from 1) and `per_page` (up to 100, by default `size`). */
export function pageOf(ctx: Ctx, size: number): Page {
  const query = checkQuery(pageQuery, ctx);
  const limit = query.per_page ?? size;
  const page = query.page ?? 1;
  return { number: page, offset: (page - 1) * limit, limit };
}
