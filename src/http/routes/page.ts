import type { AnyObjectSchema, InferType } from 'yup';
import type { Rows } from '../../db/pages/paged.ts';
import { integer, object } from '../../fields.ts';

/** Rows of a page where a list does not say otherwise. */
export const USUAL_PAGE = 15;
const MAX_SIZE = 100;

/** The page of a list that is asked for; its number counts from 1. */
export type Page = Rows & { number: number };

const TOO_SMALL = 'must be at least 1';

/** The query parameters that select a page of a list. */
const pageQuery = object({
  page: integer().min(1, TOO_SMALL),
  per_page: integer().min(1, TOO_SMALL).max(MAX_SIZE, `must be at most ${MAX_SIZE}`),
});

/** The rows of a page by default, or 'optional' for all rows unless a page is asked for. */
export type PageSize = number | 'optional';

/** The schema of the whole query of a route, with the page if it has pages; undefined = it reads no query. */
export function wholeQuery(route: { query?: AnyObjectSchema; page?: PageSize }): AnyObjectSchema | undefined {
  if (route.page === undefined) return route.query;
  return (route.query?.concat(pageQuery) ?? pageQuery) as AnyObjectSchema;
}

/** The page that a checked query asks for, where `usual` is the route's `PageSize`; null = all rows. */
export function pageOf(query: InferType<typeof pageQuery>, usual: PageSize): Page | null {
  const { page, per_page: size } = query;
  if (usual === 'optional' && page === undefined && size === undefined) return null;
  const limit = size ?? (usual === 'optional' ? USUAL_PAGE : usual);
  const number = page ?? 1;
  return { number, offset: (number - 1) * limit, limit };
}
