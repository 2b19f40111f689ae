import { sql } from 'kysely';
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

/** Every query for readers has it: nothing else decides whether an article (`a`) is shown. */
export const isPublished = sql<boolean>`a.status = 'published'`;

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

/** Which articles of a portal readers ask for; null = a filter that does not apply. */
export type Wanted = { locale: string; categoryId: number | null; text: string | null; byViews: boolean };

/**
 * A page of the published articles: of a category in its order, of a search with matches in the title first, otherwise the
 * most read first.
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

/** How many published articles there are, on all pages: found ones are counted, and all others by the kept counts. */
export async function countPublicArticles(tx: Tx, portal: PortalRecord, wanted: Wanted): Promise<number> {
  if (wanted.text === null) return sumCounts(tx, portal, wanted);
  const all = matching(tx, portal, wanted).clearSelect();
  const { count } = await all.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

async function sumCounts(tx: Tx, { id }: PortalRecord, { locale, categoryId }: Wanted): Promise<number> {
  const { count } = await tx.db
    .selectFrom('article_counts')
    .where('portal_id', '=', id)
    .where('locale', '=', locale)
    .$if(categoryId !== null, (query) => query.where('category_id', '=', categoryId ?? 0))
    .where('status', '=', 'published')
    .select(sql<number | null>`sum(count)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count ?? 0);
}

function matching(tx: Tx, { id, accountId }: PortalRecord, { locale, categoryId, text }: Wanted) {
  const words = text === null ? null : wordQuery(text);
  // A category or a search matches few of the portal's articles.
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

/** The published translations of an article, including itself; `rootId` is the original of all of them. */
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
