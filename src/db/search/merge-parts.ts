import { sql } from 'kysely';
import { inTransaction } from '../transaction.ts';
import type { Tx } from '../tx.ts';

/** How many pages of an index are merged after each write: it adds a dozen, and each is merged about three times. */
const PAGES = 32;
/**
 * How many of these pages in one step, in which nothing else is done: 1 to 3 ms of CPU, up to 14 in an index of 2,000,000 messages.
 * With half as many, the words of so many messages would take half as long again to get into the index.
 */
const STEP = 8;
/** What `total_changes()` grows by at least where something was merged. */
const LEAST_CHANGES = 2;

/**
 * On SQLite, merges a few of the parts that writing adds to these indexes, where there are several, in short transactions, so
 * that others need not wait for long; PostgreSQL does so by itself. By itself, SQLite would merge hundreds of pages in one
 * statement.
 */
export async function mergeParts(tx: Tx, indexes: readonly string[]): Promise<void> {
  if (tx.isPostgres) return;
  for (const index of indexes) {
    for (let merged = 0; merged < PAGES; merged += STEP) {
      if (!(await mergeSome(tx, index))) break;
    }
  }
}

/**
 * Merges a few pages of the index, in a transaction; `all` begins to merge all its parts into one. Returns whether there may be
 * more to merge.
 */
export function mergeSome(tx: Tx, index: string, all = false): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    const before = await totalChanges(tx);
    // A negative number has all parts merged, by this statement and those that follow.
    const pages = sql.lit(all ? -STEP : STEP);
    await sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values ('merge', ${pages})`.execute(tx.db);
    return (await totalChanges(tx)) - before >= LEAST_CHANGES;
  });
}

async function totalChanges(tx: Tx): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(tx.db);
  return rows[0]?.changes ?? 0;
}
