import type { Tx } from '../tx.ts';

/** Which rows of a list. */
export type Rows = { offset: number; limit: number };

/** How many rows may be read in front of a page at once: it takes some milliseconds. */
const MOST_ROWS = 2000;

/**
 * The database to read a page with that an index leads to; `lists` = of how many lists of the index the page is merged. In
 * front of a late page, very many rows are read.
 */
export function forPage(tx: Tx, { offset, limit }: Rows, lists = 1): Tx {
  return (offset + limit) * lists > MOST_ROWS ? tx.aside : tx;
}

/** The variant of a prepared list that has pages: one of them, or all rows. */
export type Extent = 'page' | 'all';

/** The page as values and as the variant of a prepared list; null = all rows. */
export function extentOf(page: Rows | null): { values: Rows; extent: Extent } {
  return page
    ? { values: { offset: page.offset, limit: page.limit }, extent: 'page' }
    : { values: ALL_ROWS, extent: 'all' };
}

/** The variant `all` reads neither value. */
const ALL_ROWS: Rows = { offset: 0, limit: 0 };

/** `query` limited to one page; null = all rows. */
export function paged<Q extends { limit(rows: number): Q; offset(rows: number): Q }>(query: Q, page: Rows | null): Q {
  return page ? query.limit(page.limit).offset(page.offset) : query;
}
