import { sql } from 'kysely';
import { inTransaction } from '../transaction.ts';
import type { Tx } from '../tx.ts';
import { type Level, levelsOf, readStructure } from './index-levels.ts';

/** How many pages of an index are merged after each write: it adds a dozen, and each is merged about three times. */
const PAGES = 32;
/** How many of these pages in one step, in which nothing else is done: 1 to 3 ms of CPU. */
const STEP = 8;
/**
 * Where parts with more rows are merged, this is done in another thread: SQLite does not stop within a word, and one that all
 * of 2,000,000 messages have takes 50 ms.
 */
const MOST_ROWS = 150_000;
/** SQLite merges a level with so many parts, or of which so many percent of the rows were deleted, when it is asked to. */
const ENOUGH_PARTS = 4;
const ENOUGH_DELETED = 10;

/**
 * On SQLite, merges a few of the parts that writing adds to these indexes, where there are several, in short transactions, so
 * that others need not wait for long; PostgreSQL does so by itself. By itself, SQLite would merge hundreds of pages in one
 * statement.
 */
export async function mergeParts(tx: Tx, indexes: readonly string[]): Promise<void> {
  if (tx.isPostgres) return;
  for (const index of indexes) {
    for (let merged = 0; merged < PAGES;) {
      const pages = await mergeSome(tx, index);
      if (pages === 0) break;
      merged += pages;
    }
  }
}

/**
 * Merges a few pages of the index, in a transaction; `all` begins to merge all its parts into one. Returns about how many
 * pages; 0 = there was nothing to merge.
 */
export async function mergeSome(tx: Tx, index: string, all = false): Promise<number> {
  const before = await readStructure(tx, index);
  const levels = levelsOf(before).filter((level) => all || mayBeMerged(level));
  if (levels.length === 0) return 0;
  const isLarge = !tx.isInTransaction && levels.some(({ rows }) => rows > MOST_ROWS);
  const pages = isLarge ? PAGES : STEP;
  if (isLarge) await merge(tx.aside, index, all ? -pages : pages);
  else await inTransaction(tx, (tx) => merge(tx, index, all ? -pages : pages));
  return before.equals(await readStructure(tx, index)) ? 0 : pages;
}

const mayBeMerged = ({ merging, parts, rows, deleted }: Level) =>
  merging > 0 || parts >= ENOUGH_PARTS || (deleted * 100) / rows >= ENOUGH_DELETED;

/** A negative number of pages has all parts merged, by this statement and those that follow. */
async function merge(tx: Tx, index: string, pages: number): Promise<void> {
  await sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values ('merge', ${sql.lit(pages)})`.execute(
    tx.db,
  );
}
