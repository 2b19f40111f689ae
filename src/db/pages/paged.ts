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

/** `query` limited to one page; null = all rows. */
export function paged<Q extends { limit(rows: number): Q; offset(rows: number): Q }>(query: Q, page: Rows | null): Q {
  return page ? query.limit(page.limit).offset(page.offset) : query;
}
