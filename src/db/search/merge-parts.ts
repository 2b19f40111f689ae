import { sql } from 'kysely';
import { inTransaction } from '../transaction.ts';
import type { Tx } from '../tx.ts';

/** How many pages of an index are written anew in one go: 1 to 3 ms of CPU, up to 14 in an index of 2,000,000 messages. */
export const MERGED_PAGES = 8;

/** How often parts are merged after a write: it adds a dozen pages, and each page is merged about three times. */
const MERGES = 4;

/**
 * On SQLite, merges a few of the parts that writing adds to these indexes, where there are several, in short transactions, so
 * that others need not wait for long; PostgreSQL does so by itself. By itself, SQLite would merge hundreds of pages in one
 * statement.
 */
export async function mergeParts(tx: Tx, indexes: readonly string[]): Promise<void> {
  if (tx.isPostgres) return;
  for (let done = 0; done < MERGES; done += 1) {
    await inTransaction(tx, async (tx) => {
      for (const index of indexes) await mergePages(tx, index, MERGED_PAGES);
    });
  }
}

/** Merges parts of the index until so many pages are written; a negative number begins to merge all parts into one. */
export async function mergePages(tx: Tx, index: string, pages: number): Promise<void> {
  await sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values ('merge', ${sql.lit(pages)})`.execute(
    tx.db,
  );
}
