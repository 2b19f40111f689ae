import { sql } from 'kysely';
import { inTransaction } from '../transaction.ts';
import type { Tx } from '../tx.ts';

/** How many pages of an index are merged after each write: it adds a dozen, and each is merged about three times. */
const PAGES = 32;
/** What `total_changes()` grows by at least where something was merged. */
const LEAST_CHANGES = 2;

/** About how long a step takes, in which nothing else is done: a page takes 0.1 ms, and 1 ms in an index of 2,000,000 messages. */
const STEP_MS = 4;
/** The pages of the first step of an index, and the most of any. */
const FIRST_PAGES = 8;
const MOST_PAGES = 16;

/** How many pages of an index the next step merges, as the last ones have shown. */
const stepPages = new Map<string, number>();

/**
 * On SQLite, merges a few of the parts that writing adds to these indexes, where there are several, in short transactions, so
 * that others need not wait for long; PostgreSQL does so by itself. By itself, SQLite would merge hundreds of pages in one
 * statement.
 */
export async function mergeParts(tx: Tx, indexes: readonly string[]): Promise<void> {
  if (tx.isPostgres) return;
  for (const index of indexes) {
    let left = PAGES;
    while (left > 0) {
      left -= pagesOf(index);
      if (!(await mergeSome(tx, index))) break;
    }
  }
}

/**
 * Merges parts of the index for about 4 ms, in a transaction; `all` begins to merge all of them into one. Returns whether there
 * may be more to merge.
 */
export function mergeSome(tx: Tx, index: string, all = false): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    const pages = pagesOf(index);
    const before = await totalChanges(tx);
    const started = performance.now();
    // A negative number has all parts merged, by this statement and those that follow.
    const rank = sql.lit(all ? -pages : pages);
    await sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values ('merge', ${rank})`.execute(tx.db);
    const tookMs = performance.now() - started;
    if ((await totalChanges(tx)) - before < LEAST_CHANGES) return false;
    stepPages.set(index, nextPages(pages, tookMs));
    return true;
  });
}

const pagesOf = (index: string) => stepPages.get(index) ?? FIRST_PAGES;

/** How many pages the step after one of `pages` merges, which took `tookMs`: at once as many fewer as it takes, or one more. */
export function nextPages(pages: number, tookMs: number): number {
  const possible = Math.floor((pages * STEP_MS) / tookMs);
  return Math.max(1, Math.min(possible, pages + 1, MOST_PAGES));
}

async function totalChanges(tx: Tx): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(tx.db);
  return rows[0]?.changes ?? 0;
}
