import { sql } from 'kysely';
import { inTransaction } from '../transaction.ts';
import type { Tx } from '../tx.ts';

/** How many pages of an index are written anew in one go: 2 to 5 ms of CPU. */
const MERGED_PAGES = 16;

/** How often parts are merged after a write: it adds a dozen pages, and each page is merged about three times. */
const MERGES = 2;

/**
 * On SQLite, merges a few of the parts that writing adds to these indexes, where there are several, in short transactions, so
 * that others need not wait for long; PostgreSQL does so by itself. By itself, SQLite would merge hundreds of pages in one
 * statement.
 */
export async function mergeParts(tx: Tx, indexes: readonly string[]): Promise<void> {
  if (tx.isPostgres) return;
  for (let done = 0; done < MERGES; done += 1) {
    await inTransaction(tx, async (tx) => {
      for (const index of indexes) await merge(tx, index);
    });
  }
}

async function merge(tx: Tx, index: string): Promise<void> {
  const pages = sql.lit(MERGED_PAGES);
  await sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values ('merge', ${pages})`.execute(tx.db);
}
