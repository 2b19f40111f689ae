import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { containingAscii, isLike, unindexed } from '../../db/dialect.ts';
import type { Rows } from '../../db/pages/paged.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import { matchingArticles } from '../../db/search/article-index.ts';
import { wordQuery } from '../../db/search/words.ts';
import type { Tx } from '../../db/tx.ts';
import { isStorable } from '../../fields/storable.ts';
import { type ArticleRecord, selectArticles } from '../../records/help-centre/article.ts';
import { type CategoryRecord, selectCategories } from '../../records/help-centre/category.ts';
import type { PortalRecord } from '../../records/help-centre/portal.ts';

// Every query for readers has `isPublished`: nothing else decides whether an article is shown.
const isPublished = sql<boolean>`a.status = 'published'`;

/** An article as lists of pages show it. */
export type ListedArticle = { id: number; title: string; slug: string; description: string | null };

/** The portal's categories in the locale, in their order. */
export function listPublicCategories(tx: Tx, portalId: number, locale: string): Promise<CategoryRecord[]> {
  return categoriesIn(tx, { portalId, locale });
}

const categoriesIn = prepared((db, values: Placeholders<{ portalId: number; locale: string }>) =>
  selectCategories(db)
    .where('c.portal_id', '=', values.portalId)
    .where('c.locale', '=', values.locale)
    .orderBy('c.position')
    .orderBy('c.id'),
);

/** The first articles of a category, and how many it has. */
export type FirstArticle = { id: number; title: string; slug: string; categoryId: number | null; count: number };

/** The first `most` articles of each category of the portal in the locale. Their order is read from an index alone. */
export async function listFirstArticles(
  tx: Tx,
  portalId: number,
  locale: string,
  most: number,
): Promise<FirstArticle[]> {
  const rows = await firstOfCategories(tx, { portalId, locale, most });
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

const firstOfCategories = prepared((db, values: Placeholders<{ portalId: number; locale: string; most: number }>) => {
  const numbered = db
    .selectFrom('articles as a')
    .where('a.category_id', 'in', (eb) =>
      eb
        .selectFrom('categories')
        .select('id')
        .where('portal_id', '=', values.portalId)
        .where('locale', '=', values.locale),
    )
    .where(isPublished)
    .select([
      'a.id',
      sql<number>`row_number() over (partition by a.category_id order by a.position, a.id)`.as('number'),
      sql<number>`count(*) over (partition by a.category_id)`.as('count'),
    ]);
  return db
    .selectFrom(numbered.as('n'))
    .innerJoin('articles as a', 'a.id', 'n.id')
    .where('n.number', '<=', values.most)
    .select(['a.id', 'a.title', 'a.slug', 'a.category_id as categoryId', 'n.count'])
    .orderBy('n.number');
});

/** The articles of the locale that are read most. */
export function listPopularArticles(tx: Tx, portalId: number, locale: string, most: number): Promise<ListedArticle[]> {
  return popularIn(tx, { portalId, locale, most });
}

const popularIn = prepared((db, values: Placeholders<{ portalId: number; locale: string; most: number }>) =>
  publishedIn(db, values).select(LISTED).orderBy('a.views', 'desc').orderBy('a.id', 'desc').limit(values.most),
);

const LISTED = ['a.id', 'a.title', 'a.slug', 'a.description'] as const;

function publishedIn(db: Db, values: Placeholders<{ portalId: number; locale: string; most: number }>) {
  return db
    .selectFrom('articles as a')
    .where('a.portal_id', '=', values.portalId)
    .where('a.locale', '=', values.locale)
    .where(isPublished);
}

/** Which articles of a portal readers ask for; null = a filter that does not apply. */
export type Wanted = { locale: string; categoryId: number | null; text: string | null; byViews: boolean };

/**
 * One page of the published articles: those of a category in its order, found ones with their words in the title first,
 * and else those that are read most.
 */
export function listPublicArticles(
  tx: Tx,
  portal: PortalRecord,
  wanted: Wanted,
  { limit, offset }: Rows,
): Promise<ArticleRecord[]> {
  const { text, categoryId, byViews } = wanted;
  const inOrder = categoryId !== null && !byViews;
  const sorted = (query: Articles) =>
    query
      .$if(text !== null, (by) => by.orderBy(isLike('a.title', containingAscii(text ?? '')), 'desc'))
      .$if(inOrder, (by) => by.orderBy('a.position').orderBy('a.id'))
      .$if(!inOrder, (by) => by.orderBy('a.views', 'desc').orderBy('a.id', 'desc'));
  // Their texts are read of the page alone.
  const ids = sorted(matching(tx, portal, wanted))
    .clearSelect()
    .select('a.id')
    .limit(limit)
    .offset(offset);
  return sorted(selectArticles(tx.db).where('a.id', 'in', ids)).execute();
}

type Articles = ReturnType<typeof selectArticles>;

export async function countPublicArticles(tx: Tx, portal: PortalRecord, wanted: Wanted): Promise<number> {
  const all = matching(tx, portal, wanted).clearSelect();
  const { count } = await all.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

function matching(tx: Tx, { id, accountId }: PortalRecord, { locale, categoryId, text }: Wanted) {
  const words = text === null ? null : wordQuery(text);
  // What is in a category, or has the words, is few of the portal's.
  const isFew = categoryId !== null || text !== null;
  const column = (name: string) => (isFew ? unindexed(tx, name) : sql.ref(name));
  return selectArticles(tx.db)
    .where(sql<boolean>`${column('a.portal_id')} = ${id}`)
    .where(sql<boolean>`${column('a.locale')} = ${locale}`)
    .where(isPublished)
    .$if(categoryId !== null, (query) => query.where('a.category_id', '=', categoryId))
    .$if(words !== null, (query) =>
      query.where('a.id', 'in', sql<number>`${matchingArticles(tx, accountId, words as NonNullable<typeof words>)}`),
    )
    .$if(text !== null && words === null, (query) => query.where(sql<boolean>`1 = 0`));
}

/** The portal's published article with this name in addresses; undefined when there is none. */
export async function findPublicArticle(tx: Tx, portalId: number, slug: string): Promise<ArticleRecord | undefined> {
  if (!isStorable(slug)) return undefined;
  const [article] = await articleBySlug(tx, { portalId, slug });
  return article;
}

const articleBySlug = prepared((db, values: Placeholders<{ portalId: number; slug: string }>) =>
  selectArticles(db).where('a.portal_id', '=', values.portalId).where('a.slug', '=', values.slug).where(isPublished),
);

/** The published translations of an article, itself among them: `rootId` is the one that the others are translations of. */
export function listTranslations(tx: Tx, rootId: number): Promise<{ locale: string; slug: string }[]> {
  return translationsOf(tx, { rootId });
}

const translationsOf = prepared((db, values: Placeholders<{ rootId: number }>) =>
  db
    .selectFrom('articles as a')
    .where((eb) => eb.or([eb('a.id', '=', values.rootId), eb('a.associated_article_id', '=', values.rootId)]))
    .where(isPublished)
    .select(['a.locale', 'a.slug'])
    .orderBy('a.id'),
);

/** The translations of a category, itself among them. */
export function listCategoryTranslations(tx: Tx, rootId: number): Promise<{ locale: string; slug: string }[]> {
  return categoryTranslationsOf(tx, { rootId });
}

const categoryTranslationsOf = prepared((db, values: Placeholders<{ rootId: number }>) =>
  db
    .selectFrom('categories as c')
    .where((eb) => eb.or([eb('c.id', '=', values.rootId), eb('c.associated_category_id', '=', values.rootId)]))
    .select(['c.locale', 'c.slug'])
    .orderBy('c.id'),
);

/** The keys of the categories that a category points to. */
export async function listRelatedIds(tx: Tx, categoryId: number): Promise<number[]> {
  return (await relatedOf(tx, { categoryId })).map(({ id }) => id);
}

const relatedOf = prepared((db, values: Placeholders<{ categoryId: number }>) =>
  db.selectFrom('related_categories').where('category_id', '=', values.categoryId).select('related_category_id as id'),
);
