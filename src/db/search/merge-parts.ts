import { sql } from 'kysely';
import { inTransaction } from '../transaction.ts';
import type { Tx } from '../tx.ts';

/** How many pages are merged after each write: it adds a dozen, and each is merged about three times. */
const PAGES = 32;

/** About how long a step takes, in which nothing else is done. A page takes from 0.1 ms, and 1 ms in an index of 2,000,000 messages. */
const STEP_MS = 4;
const MOST_OF_STEP = 16;
/** There was nothing to merge in a step that took less. */
const NOTHING_MS = 0.2;

/** How many pages the next step merges, as the last ones have shown. */
let pagesOfStep = 8;

/**
 * On SQLite, merges a few of the parts that writing adds to these indexes, where there are several, in short transactions, so
 * that others need not wait for long; PostgreSQL does so by itself. By itself, SQLite would merge hundreds of pages in one
 * statement.
 */
export async function mergeParts(tx: Tx, indexes: readonly string[]): Promise<void> {
  if (tx.isPostgres) return;
  for (let merged = 0; merged < PAGES;) {
    merged += pagesOfStep;
    await inTransaction(tx, async (tx) => {
      for (const index of indexes) await mergeSome(tx, index);
    });
  }
}

/** Merges parts of the index for about 4 ms; `all`: begins to merge all of them into one. */
export async function mergeSome(tx: Tx, index: string, all = false): Promise<void> {
  const pages = pagesOfStep;
  const started = performance.now();
  // A negative number has all parts merged, by this statement and those that follow.
  const rank = sql.lit(all ? -pages : pages);
  await sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values ('merge', ${rank})`.execute(tx.db);
  const tookMs = performance.now() - started;
  if (tookMs > NOTHING_MS) pagesOfStep = pagesIn(STEP_MS, pages, tookMs);
}

/** How many pages a step may merge to take `ms`, after one of `pages` took `tookMs`: at once fewer, or one more. */
function pagesIn(ms: number, pages: number, tookMs: number): number {
  const possible = Math.floor((pages * ms) / tookMs);
  return Math.max(1, Math.min(possible, pages + 1, MOST_OF_STEP));
}
