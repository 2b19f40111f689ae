/** Which rows of a list. */
export type Range = { offset: number; limit: number };

/** What `query` finds: one page of it, or with null everything. */
export function paged<Q extends { limit(rows: number): Q; offset(rows: number): Q }>(query: Q, page: Range | null): Q {
  return page ? query.limit(page.limit).offset(page.offset) : query;
}
