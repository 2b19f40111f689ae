import { type OnConflictBuilder, sql } from 'kysely';
import type { Tables } from '../../../db/database.ts';
import { inList } from '../../../db/dialect.ts';
import type { Tx } from '../../../db/tx.ts';
import type { ArticleStatus } from '../../../entities/article.ts';

/** What an article is counted under; category and author 0 = none. */
type Counted = { portal_id: number; locale: string; category_id: number; status: ArticleStatus; author_id: number };

const COLUMNS = ['portal_id', 'locale', 'category_id', 'status', 'author_id'] as const satisfies (keyof Counted)[];

/**
 * Runs `write`, which changes or deletes articles of the portal that have these ids, and keeps their counts. To be called
 * in the transaction that has locked the portal.
 */
export async function recounting<T>(
  tx: Tx,
  portalId: number,
  ids: readonly number[],
  write: () => Promise<T>,
): Promise<T> {
  await addToCounts(tx, portalId, ids, -1);
  const result = await write();
  await addToCounts(tx, portalId, ids, 1);
  return result;
}

/** Rows that are written in one statement. */
const MOST_AT_ONCE = 500;

/** Adds the portal's articles with these ids, in their present state, to the counts, or subtracts them with -1. */
export async function addToCounts(tx: Tx, portalId: number, ids: readonly number[], by: 1 | -1): Promise<void> {
  const counted = tx.db
    .selectFrom('articles')
    .where('portal_id', '=', portalId)
    .where(inList(tx, 'id', JSON.stringify(ids)))
    .select([
      'portal_id',
      'locale',
      sql<number>`coalesce(category_id, 0)`.as('category'),
      'status',
      sql<number>`coalesce(author_id, 0)`.as('author'),
      sql<number>`${sql.lit(by)} * count(*)`.as('count'),
    ])
    .groupBy(['portal_id', 'locale', 'category', 'status', 'author']);
  await tx.db
    .insertInto('article_counts')
    .columns([...COLUMNS, 'count'])
    .expression(counted)
    .onConflict(addingUp)
    .execute();
}

function addingUp(conflict: OnConflictBuilder<Tables, 'article_counts'>) {
  return conflict
    .columns(COLUMNS)
    .doUpdateSet((eb) => ({ count: eb('article_counts.count', '+', eb.ref('excluded.count')) }));
}

/**
 * Counts what is counted under `from` in this column under `to` from now on: for what changes all articles of a category,
 * or of an author, at once. `only`: what the other columns must have. Without the lock of the portal, articles that others change
 * meanwhile may stay counted under `from`.
 */
export async function moveCounts<Column extends keyof Counted>(
  tx: Tx,
  column: Column,
  { from, to }: { from: Counted[Column]; to: Counted[Column] },
  only: Partial<Counted> = {},
): Promise<void> {
  const moved = await tx.db
    .deleteFrom('article_counts')
    .where((eb) => eb.and({ ...only, [column]: from }))
    .returning([...COLUMNS, 'count'])
    .execute();
  const values = moved.map((row) => ({ ...row, [column]: to }));
  for (let at = 0; at < values.length; at += MOST_AT_ONCE) {
    await tx.db
      .insertInto('article_counts')
      .values(values.slice(at, at + MOST_AT_ONCE))
      .onConflict(addingUp)
      .execute();
  }
}
