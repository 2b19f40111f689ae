import { sql } from 'kysely';
import { faultOf } from '../faults.ts';
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
/** SQLite merges a level with so many parts unless it is told otherwise, or of which so many percent of the rows were deleted. */
export const ENOUGH_PARTS = 4;
const ENOUGH_DELETED = 10;

/**
 * On SQLite, merges a few of the parts that writing adds to these indexes, where there are several, in short transactions, so
 * that others need not wait for long; PostgreSQL does so by itself. By itself, SQLite would merge hundreds of pages in one
 * statement.
 */
export async function mergeParts(tx: Tx, indexes: readonly string[]): Promise<void> {
  if (tx.isPostgres) return;
  for (const index of indexes) {
    let pages;
    let merged = 0;
    do {
      pages = await mergeSome(tx, index).catch(noneIfBusy);
      merged += pages;
    } while (pages > 0 && merged < PAGES);
  }
}

/** Merging can wait until the next write. */
function noneIfBusy(error: unknown): number {
  if (faultOf(error) === 'busy') return 0;
  throw error;
}

/**
 * Merges a few pages of the index, in a transaction; `all` begins to merge all its parts into one. Returns about how many
 * pages; 0 = there was nothing to merge.
 */
export async function mergeSome(tx: Tx, index: string, all = false): Promise<number> {
  const before = await readStructure(tx, index);
  const levels = levelsOf(before);
  if (!all && !levels.some(mayBeMerged)) return 0;
  const isLarge = !tx.isInTransaction && (all ? rowsOf(levels) > MOST_ROWS : levels.some(isLargeMerge));
  const pages = isLarge ? PAGES : STEP;
  // A negative number has all parts merged, by this statement and those that follow.
  const merge = (tx: Tx) => command(tx, index, 'merge', all ? -pages : pages);
  await (isLarge ? merge(tx.aside) : inTransaction(tx.derived, merge));
  return before.equals(await readStructure(tx, index)) ? 0 : pages;
}

const mayBeMerged = ({ merging, parts, rows, deleted }: Level) =>
  merging > 0 || parts >= ENOUGH_PARTS || (rows > 0 && (deleted * 100) / rows >= ENOUGH_DELETED);

const isLargeMerge = (level: Level) => mayBeMerged(level) && level.rows > MOST_ROWS;

const rowsOf = (levels: Level[]) => levels.reduce((sum, { rows }) => sum + rows, 0);

/** Gives SQLite a command for the index, as FTS5 has it: a setting, which the index keeps, or something to do. */
export async function command(tx: Tx, index: string, name: 'merge' | 'usermerge', value: number): Promise<void> {
  const [table, column] = [sql.table(index), sql.ref(index)];
  await sql`insert into ${table} (${column}, rank) values (${sql.lit(name)}, ${sql.lit(value)})`.execute(tx.db);
}
