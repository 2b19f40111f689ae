import { sql } from 'kysely';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/tx.ts';
import { type CategoryRecord, selectCategories } from '../../records/help-centre/category.ts';
import { isPublished } from './queries.ts';

/** A category with the number of its published articles. */
export type FilledCategory = CategoryRecord & { count: number };

/** The portal's categories in the locale that have published articles, in their order. */
export async function listFilledCategories(tx: Tx, portalId: number, locale: string): Promise<FilledCategory[]> {
  const rows = await countedCategoriesIn(tx, { portalId, locale });
  return rows.map((row) => ({ ...row, count: Number(row.count ?? 0) })).filter(({ count }) => count > 0);
}

const countedCategoriesIn = prepared((db, values: Placeholders<{ portalId: number; locale: string }>) =>
  selectCategories(db)
    .where('c.portal_id', '=', values.portalId)
    .where('c.locale', '=', values.locale)
    .select((eb) =>
      eb
        .selectFrom('article_counts as n')
        .whereRef('n.portal_id', '=', 'c.portal_id')
        .whereRef('n.locale', '=', 'c.locale')
        .whereRef('n.category_id', '=', 'c.id')
        .where('n.status', '=', sql.lit('published' as const))
        .select(sql<number | null>`sum(n.count)`.as('sum'))
        .as('count'),
    )
    .orderBy('c.position')
    .orderBy('c.id'),
);

/** An article among the first of its category. */
export type FirstArticle = { id: number; title: string; slug: string; categoryId: number | null };

/** The first `most` articles of each category of the portal in the locale, in their order. */
export function listFirstArticles(tx: Tx, portalId: number, locale: string, most: number): Promise<FirstArticle[]> {
  return firstOfCategories(tx, { portalId, locale, most });
}

const firstOfCategories = prepared(
  (db, values: Placeholders<{ portalId: number; locale: string; most: number }>, _: void, tx) => {
    const first = sql`(select a.id from articles a where a.category_id = c.id and ${isPublished}
      order by a.position, a.id limit ${values.most})`;
    const those = sql`c.portal_id = ${values.portalId} and c.locale = ${values.locale}`;
    // SQLite has no "lateral", and PostgreSQL would run the second form again for each article.
    const ids = tx.isPostgres
      ? sql<{ id: number }>`(select f.id from categories c cross join lateral ${first} f where ${those})`
      : sql<{ id: number }>`(select f.id from categories c cross join articles f where ${those} and f.id in ${first})`;
    return db
      .selectFrom(ids.as('f'))
      .innerJoin('articles as a', 'a.id', 'f.id')
      .select(['a.id', 'a.title', 'a.slug', 'a.category_id as categoryId'])
      .orderBy('a.position')
      .orderBy('a.id');
  },
);

type PopularArticle = { id: number; title: string; slug: string };

/** The articles of the locale that are read most. */
export function listPopularArticles(tx: Tx, portalId: number, locale: string, most: number): Promise<PopularArticle[]> {
  return popularIn(tx, { portalId, locale, most });
}

const popularIn = prepared((db, values: Placeholders<{ portalId: number; locale: string; most: number }>) =>
  db
    .selectFrom('articles as a')
    .where('a.portal_id', '=', values.portalId)
    .where('a.locale', '=', values.locale)
    .where(isPublished)
    .select(['a.id', 'a.title', 'a.slug'])
    .orderBy('a.views', 'desc')
    .orderBy('a.id', 'desc')
    .limit(values.most),
);
