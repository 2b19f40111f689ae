import { sql } from 'kysely';
import { unindexed } from '../../../db/dialect.ts';
import { paged, type Rows } from '../../../db/pages/paged.ts';
import { matchingArticles } from '../../../db/search/article-index.ts';
import { wordQuery } from '../../../db/search/words.ts';
import type { Tx } from '../../../db/tx.ts';
import type { ArticleStatus } from '../../../entities/article.ts';
import { type ArticleRecord, selectArticles } from '../../../records/help-centre/article.ts';

/** Which articles of a portal; null = a filter that does not apply. */
export type ArticleFilter = {
  portalId: number;
  accountId: number;
  locale: string | null;
  status: ArticleStatus | null;
  authorId: number | null;
  categorySlug: string | null;
  /** All of its words are in the article, the last as the beginning of a word. */
  text: string | null;
};

/** How many articles a portal has with each status, and how many the reader wrote. */
export type ArticleCounts = Record<ArticleStatus | 'mine', number>;

/** A page of the articles: of a category in its order, otherwise last changed first. */
export function listArticles(tx: Tx, filter: ArticleFilter, page: Rows): Promise<ArticleRecord[]> {
  const sorted = (query: Articles) =>
    filter.categorySlug === null
      ? query.orderBy('a.updated_at', 'desc').orderBy('a.id', 'desc')
      : query.orderBy('a.position').orderBy('a.id');
  // Their texts are read of the page alone.
  const ids = paged(
    sorted(matching(tx, selectArticles(tx.db), filter))
      .clearSelect()
      .select('a.id'),
    page,
  );
  return sorted(selectArticles(tx.db).where('a.id', 'in', ids)).execute();
}

type Articles = ReturnType<typeof selectArticles>;

/** The number of matching articles on all pages, by the kept counts; matches of a text search are counted. */
export async function countArticles(tx: Tx, filter: ArticleFilter): Promise<number> {
  if (filter.text === null) return sumCounts(tx, filter);
  const all = matching(tx, selectArticles(tx.db), filter).clearSelect();
  const { count } = await all.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

async function sumCounts(tx: Tx, { portalId, locale, status, authorId, categorySlug }: ArticleFilter): Promise<number> {
  const { count } = await tx.db
    .selectFrom('article_counts as n')
    .where('n.portal_id', '=', portalId)
    .$if(locale !== null, (only) => only.where('n.locale', '=', locale ?? ''))
    .$if(status !== null, (only) => only.where('n.status', '=', status as ArticleStatus))
    .$if(authorId !== null, (only) => only.where('n.author_id', '=', authorId ?? 0).where('n.author_id', '>', 0))
    .$if(categorySlug !== null, (only) =>
      only.where('n.category_id', 'in', (eb) =>
        eb.selectFrom('categories').select('id').where('portal_id', '=', portalId).where('slug', '=', categorySlug),
      ),
    )
    .select(sql<number | null>`sum(n.count)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count ?? 0);
}

/** The portal's counts; of one locale, unless it is null. */
export async function countsOf(
  tx: Tx,
  { portalId, locale }: Pick<ArticleFilter, 'portalId' | 'locale'>,
  userId: number,
): Promise<ArticleCounts> {
  const rows = await tx.db
    .selectFrom('article_counts')
    .where('portal_id', '=', portalId)
    .$if(locale !== null, (query) => query.where('locale', '=', locale ?? ''))
    .select([
      'status',
      sql<number>`sum(count)`.as('count'),
      sql<number>`sum(case when author_id = ${userId} then count else 0 end)`.as('mine'),
    ])
    .groupBy('status')
    .execute();
  const of = (status: ArticleStatus) => Number(rows.find((row) => row.status === status)?.count ?? 0);
  const mine = rows.reduce((sum, row) => sum + Number(row.mine), 0);
  return { draft: of('draft'), published: of('published'), archived: of('archived'), mine };
}

/** The portal's article with this id; undefined when there is none. */
export function findArticle(tx: Tx, portalId: number, id: number): Promise<ArticleRecord | undefined> {
  return selectArticles(tx.db).where('a.portal_id', '=', portalId).where('a.id', '=', id).executeTakeFirst();
}

function matching(tx: Tx, query: Articles, filter: ArticleFilter) {
  const { portalId, accountId, locale, status, authorId, categorySlug, text } = filter;
  const words = text === null ? null : wordQuery(text);
  return query
    .where(sql<boolean>`${words === null ? sql.ref('a.portal_id') : unindexed(tx, 'a.portal_id')} = ${portalId}`)
    .$if(locale !== null, (only) => only.where('a.locale', '=', locale ?? ''))
    .$if(status !== null, (only) => only.where('a.status', '=', status as ArticleStatus))
    .$if(authorId !== null, (only) => only.where('a.author_id', '=', authorId))
    .$if(categorySlug !== null, (only) => only.where('c.slug', '=', categorySlug))
    .$if(words !== null, (only) =>
      only.where('a.id', 'in', sql<number>`${matchingArticles(tx, accountId, words as NonNullable<typeof words>)}`),
    )
    .$if(text !== null && words === null, (only) => only.where(sql<boolean>`1 = 0`));
}
