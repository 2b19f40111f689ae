/** Which rows of a list. */
export type Rows = { offset: number; limit: number };

/** `query` limited to one page; null = all rows. */
export function paged<Q extends { limit(rows: number): Q; offset(rows: number): Q }>(query: Q, page: Rows | null): Q {
  return page ? query.limit(page.limit).offset(page.offset) : query;
}
