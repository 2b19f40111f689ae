import type { Tx } from '../../../db/tx.ts';
import { found } from '../../../errors.ts';
import { created, empty, ok } from '../../../http/routes/answer.ts';
import { type Asked, routes } from '../../../http/routes/route.ts';
import type { ArticleRecord } from '../../../records/help-centre/article.ts';
import { shape } from '../../../wire/shape.ts';
import { portalOf } from '../portal-of.ts';
import { reorder, reorderBody } from '../reorder.ts';
import { slugIn } from '../slug.ts';
import { articleListShape, articleShape } from './answers.ts';
import { articleInput } from './article-input.ts';
import { completeArticles } from './complete-articles.ts';
import { createArticle } from './create-article.ts';
import { deleteArticles } from './delete-articles.ts';
import { presentArticle } from './presenter.ts';
import { countArticles, countsOf, findArticle, listArticles } from './queries.ts';
import { createArticleBody, listArticlesQuery, updateArticleBody } from './schema.ts';
import { updateArticle } from './update-article.ts';

export const articles = routes('/portals/:portal_slug/articles');

const PAGE = 25;

const oneArticle = shape({ payload: articleShape });

articles.get(
  '/',
  {
    permission: 'article:list',
    summary: 'List the articles of a portal',
    description:
      'Those of a category in its order, all others with the latest changed first. `articles_count` counts those that match, the other counts all of the portal, or of the locale.',
    find: portalOf,
    query: listArticlesQuery,
    page: PAGE,
    answer: ok(articleListShape),
  },
  async ({ tx, found: portal, caller, query, page, now }) => {
    const filter = {
      portalId: portal.id,
      accountId: portal.accountId,
      locale: query.locale ?? null,
      status: query.status ?? null,
      authorId: query.author_id ?? null,
      categorySlug: query.category_slug === undefined ? null : slugIn(query.category_slug),
      text: query.query ?? null,
    };
    const [rows, count, counts] = await tx.together((tx) => [
      listArticles(tx, filter, page),
      countArticles(tx, filter),
      countsOf(tx, filter, caller.id),
    ]);
    const shown = await completeArticles(tx, rows);
    return {
      payload: shown.map((article) => presentArticle(article, now)),
      meta: {
        current_page: page.number,
        articles_count: count,
        all_articles_count: counts.draft + counts.published + counts.archived,
        archived_articles_count: counts.archived,
        published_count: counts.published,
        draft_articles_count: counts.draft,
        mine_articles_count: counts.mine,
      },
    };
  },
);

articles.post(
  '/',
  {
    permission: 'article:write',
    summary: 'Create an article',
    description: 'A draft, unless `status` says otherwise. Readers see published ones only.',
    find: portalOf,
    body: createArticleBody,
    name: 'article',
    example: {
      title: 'How to pay by card',
      content: 'Open **Settings**, then **Payment**.',
      status: 'published',
      locale: 'en',
    },
    answer: created(oneArticle),
  },
  async ({ tx, found: portal, caller, body, now }) => {
    const input = { ...articleInput(body), title: body.title, authorId: body.author_id ?? caller.id };
    return show(tx, await createArticle(tx, portal, input, now), now);
  },
);

articles.post(
  '/reorder',
  {
    permission: 'article:write',
    summary: 'Set the order of articles',
    find: portalOf,
    body: reorderBody,
    example: { positions_hash: { 1: 20, 2: 10 } },
    answer: empty,
  },
  ({ tx, found: portal, body }) => reorder(tx, portal, 'articles', body.positions_hash),
);

articles.get(
  '/:id',
  { permission: 'article:read', summary: 'Show an article', find: articleOf, answer: ok(oneArticle) },
  ({ tx, found: { article }, now }) => show(tx, article, now),
);

articles.patch(
  '/:id',
  {
    permission: 'article:write',
    summary: 'Change an article',
    find: articleOf,
    body: updateArticleBody,
    name: 'article',
    example: { status: 'published' },
    answer: ok(oneArticle),
  },
  async ({ tx, found: { portal, article }, body, now }) =>
    show(tx, await updateArticle(tx, portal, article, articleInput(body), now), now),
);

articles.delete(
  '/:id',
  { permission: 'article:write', summary: 'Delete an article', find: articleOf, answer: empty },
  async ({ tx, found: { portal, article } }) => void (await deleteArticles(tx, portal, [article.id])),
);

async function show(tx: Tx, article: ArticleRecord, now: Date) {
  const [shown] = await completeArticles(tx, [article]);
  return { payload: presentArticle(shown as NonNullable<typeof shown>, now) };
}

async function articleOf(asked: Asked<'/:portal_slug/:id'>) {
  const portal = await portalOf(asked);
  return { portal, article: found(await findArticle(asked.tx, portal.id, asked.params.id), 'Article') };
}
