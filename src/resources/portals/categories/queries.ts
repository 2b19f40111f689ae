import { sql } from 'kysely';
import { inList } from '../../../db/dialect.ts';
import type { Rows } from '../../../db/pages/paged.ts';
import type { Tx } from '../../../db/tx.ts';
import { type CategoryRecord, selectCategories } from '../../../records/help-centre/category.ts';

/** A category with the further values of answers; null = none. */
export type ShownCategory = CategoryRecord & {
  articlesCount: number;
  related: CategoryRecord[];
  parent: CategoryRecord | null;
  root: CategoryRecord | null;
};

/** A page of the portal's categories in their order, of a locale or of all (null). */
export function listCategories(
  tx: Tx,
  portalId: number,
  locale: string | null,
  { limit, offset }: Rows,
): Promise<CategoryRecord[]> {
  return selectCategories(tx.db)
    .where('c.portal_id', '=', portalId)
    .$if(locale !== null, (query) => query.where('c.locale', '=', locale ?? ''))
    .orderBy('c.position')
    .orderBy('c.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many categories the portal has, at most a thousand; of one locale, unless it is null. */
export async function countCategories(tx: Tx, portalId: number, locale: string | null): Promise<number> {
  const { count } = await tx.db
    .selectFrom('categories')
    .select(sql<number>`count(*)`.as('count'))
    .where('portal_id', '=', portalId)
    .$if(locale !== null, (query) => query.where('locale', '=', locale ?? ''))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The categories with the further values of answers, in three statements. */
export async function completeCategories(tx: Tx, categories: CategoryRecord[]): Promise<ShownCategory[]> {
  if (categories.length === 0) return [];
  const ids = JSON.stringify(categories.map(({ id }) => id));
  const linkedIds = categories.flatMap((one) => [one.parentCategoryId, one.associatedCategoryId]);
  const [counts, related, linked] = await tx.together((tx) => [
    countArticles(tx, ids),
    readRelated(tx, ids),
    readCategories(
      tx,
      linkedIds.filter((id) => id !== null),
    ),
  ]);
  const linkedTo = (wanted: number | null) => linked.find(({ id }) => id === wanted) ?? null;
  return categories.map((category) => ({
    ...category,
    articlesCount: Number(counts.find(({ categoryId }) => categoryId === category.id)?.count ?? 0),
    related: related.filter(({ ofId }) => ofId === category.id),
    parent: linkedTo(category.parentCategoryId),
    root: linkedTo(category.associatedCategoryId),
  }));
}

function countArticles(tx: Tx, categoryIds: string) {
  return tx.db
    .selectFrom('categories as c')
    .innerJoin('article_counts as n', (join) =>
      join
        .onRef('n.portal_id', '=', 'c.portal_id')
        .onRef('n.locale', '=', 'c.locale')
        .onRef('n.category_id', '=', 'c.id'),
    )
    .where(inList(tx, 'c.id', categoryIds))
    .select(['c.id as categoryId', sql<number>`sum(n.count)`.as('count')])
    .groupBy('c.id')
    .execute();
}

function readRelated(tx: Tx, categoryIds: string): Promise<(CategoryRecord & { ofId: number })[]> {
  return selectCategories(tx.db)
    .innerJoin('related_categories as r', 'r.related_category_id', 'c.id')
    .where(inList(tx, 'r.category_id', categoryIds))
    .select('r.category_id as ofId')
    .orderBy('c.position')
    .orderBy('c.id')
    .execute();
}

function readCategories(tx: Tx, ids: number[]): Promise<CategoryRecord[]> {
  return selectCategories(tx.db)
    .where(inList(tx, 'c.id', JSON.stringify(ids)))
    .execute();
}
