import { invalid } from '../../../../errors.ts';
import { created, empty } from '../../../../http/routes/answer.ts';
import { routes } from '../../../../http/routes/route.ts';
import { list, shape } from '../../../../wire/shape.ts';
import { portalOf } from '../../portal-of.ts';
import { articleShape } from '../answers.ts';
import { completeArticles } from '../complete-articles.ts';
import { deleteArticles } from '../delete-articles.ts';
import { presentArticle } from '../presenter.ts';
import { moveArticles } from './move-articles.ts';
import { deleteArticlesBody, translateBody, updateCategoryBody, updateStatusBody } from './schema.ts';
import { translateArticles } from './translate-articles.ts';
import { updateStatuses } from './update-statuses.ts';

/** Actions on several articles of a portal at once: all or nothing. */
export const bulkActionsOfArticles = routes('/portals/:portal_slug/articles/bulk_actions');

bulkActionsOfArticles.post(
  '/translate',
  {
    permission: 'article:write',
    summary: 'Make drafts of articles in another locale',
    description:
      'Each has the text of its article, for a translator, and is linked with it. Articles that are in that locale, or have a translation there, are left out.',
    find: portalOf,
    body: translateBody,
    example: { ids: [1], locale: 'de' },
    answer: created(shape({ payload: list(articleShape) })),
  },
  async ({ tx, found: portal, caller, body, now }) => {
    const target = { locale: body.locale, categoryId: body.category_id || null, authorId: caller.id };
    const { drafts, count } = await translateArticles(tx, portal, body.ids, target, now);
    mustHaveFound(count);
    const shown = await completeArticles(tx, drafts);
    return { payload: shown.map((article) => presentArticle(article, now)) };
  },
);

bulkActionsOfArticles.patch(
  '/update_status',
  {
    permission: 'article:write',
    summary: 'Change the status of several articles',
    find: portalOf,
    body: updateStatusBody,
    example: { ids: [1], status: 'published' },
    answer: empty,
  },
  async ({ tx, found: portal, body, now }) =>
    mustHaveFound(await updateStatuses(tx, portal, body.ids, body.status, now)),
);

bulkActionsOfArticles.patch(
  '/update_category',
  {
    permission: 'article:write',
    summary: 'Move several articles into a category',
    description: 'And so into its locale.',
    find: portalOf,
    body: updateCategoryBody,
    example: { ids: [1], category_id: 1 },
    answer: empty,
  },
  async ({ tx, found: portal, body, now }) =>
    mustHaveFound(await moveArticles(tx, portal, body.ids, body.category_id, now)),
);

bulkActionsOfArticles.delete(
  '/delete_articles',
  {
    permission: 'article:write',
    summary: 'Delete several articles',
    find: portalOf,
    body: deleteArticlesBody,
    example: { ids: [1] },
    answer: empty,
  },
  async ({ tx, found: portal, body }) => mustHaveFound(await deleteArticles(tx, portal, body.ids)),
);

/** @throws AppError `invalid`, "No articles found" */
function mustHaveFound(count: number): void {
  if (count === 0) throw invalid('No articles found', 'ids must have ids of articles of the portal', ['ids']);
}
