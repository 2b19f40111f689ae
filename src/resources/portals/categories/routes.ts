import type { Tx } from '../../../db/tx.ts';
import { found } from '../../../errors.ts';
import { created, empty, ok } from '../../../http/routes/answer.ts';
import { type Asked, routes } from '../../../http/routes/route.ts';
import { type CategoryRecord, findCategory } from '../../../records/help-centre/category.ts';
import { shape } from '../../../wire/shape.ts';
import { portalOf } from '../portal-of.ts';
import { reorder, reorderBody } from '../reorder.ts';
import { categoryListShape, categoryShape } from './answers.ts';
import { categoryInput } from './category-input.ts';
import { createCategory } from './create-category.ts';
import { deleteCategory } from './delete-category.ts';
import { presentCategory } from './presenter.ts';
import { completeCategories, countCategories, listCategories } from './queries.ts';
import { createCategoryBody, listCategoriesQuery, updateCategoryBody } from './schema.ts';
import { updateCategory } from './update-category.ts';

export const categories = routes('/portals/:portal_slug/categories');

/** As many as a portal can have. */
const PAGE = 1000;

const oneCategory = shape({ payload: categoryShape });

categories.get(
  '/',
  {
    permission: 'category:list',
    summary: 'List the categories of a portal',
    find: portalOf,
    query: listCategoriesQuery,
    page: PAGE,
    answer: ok(categoryListShape),
  },
  async ({ tx, found: portal, query: { locale = null }, page }) => {
    const [rows, count] = await tx.together((tx) => [
      listCategories(tx, portal.id, locale, page),
      countCategories(tx, portal.id, locale),
    ]);
    const shown = await completeCategories(tx, rows);
    return { payload: shown.map(presentCategory), meta: { current_page: page.number, categories_count: count } };
  },
);

categories.post(
  '/',
  {
    permission: 'category:write',
    summary: 'Create a category',
    find: portalOf,
    body: createCategoryBody,
    name: 'category',
    example: {
      name: 'Payments',
      slug: 'payments',
      locale: 'en',
      description: 'Cards, invoices and refunds',
      icon: '💳',
    },
    answer: created(oneCategory),
  },
  async ({ tx, found: portal, body, now }) =>
    show(tx, await createCategory(tx, portal, { ...categoryInput(body), name: body.name }, now)),
);

categories.post(
  '/reorder',
  {
    permission: 'category:write',
    summary: 'Set the order of categories',
    find: portalOf,
    body: reorderBody,
    example: { positions_hash: { 1: 20, 2: 10 } },
    answer: empty,
  },
  ({ tx, found: portal, body }) => reorder(tx, portal, 'categories', body.positions_hash),
);

categories.get(
  '/:id',
  { permission: 'category:read', summary: 'Show a category', find: categoryOf, answer: ok(oneCategory) },
  ({ tx, found: { category } }) => show(tx, category),
);

categories.patch(
  '/:id',
  {
    permission: 'category:write',
    summary: 'Change a category',
    description: 'With another locale, its articles are in that one too.',
    find: categoryOf,
    body: updateCategoryBody,
    name: 'category',
    example: { description: 'Cards, invoices, vouchers and refunds' },
    answer: ok(oneCategory),
  },
  async ({ tx, found: { portal, category }, body, now }) =>
    show(tx, await updateCategory(tx, portal, category, categoryInput(body), now)),
);

categories.delete(
  '/:id',
  {
    permission: 'category:write',
    summary: 'Delete a category',
    description: 'Its articles stay, without a category.',
    find: categoryOf,
    answer: empty,
  },
  ({ tx, found: { portal, category } }) => deleteCategory(tx, portal, category),
);

async function show(tx: Tx, category: CategoryRecord) {
  const [shown] = await completeCategories(tx, [category]);
  return { payload: presentCategory(shown as NonNullable<typeof shown>) };
}

async function categoryOf(asked: Asked<'/:portal_slug/:id'>) {
  const portal = await portalOf(asked);
  return { portal, category: found(await findCategory(asked.tx, portal.id, asked.params.id), 'Category') };
}
