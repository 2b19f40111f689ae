import type { Rows } from '../../db/pages/paged.ts';
import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import { publicLocales } from '../../records/help-centre/portal.ts';
import { signOf } from './home-page.ts';
import type { Page } from './page.ts';
import { pagesBeside } from './pages-beside.ts';
import { listCategoryTranslations, listPublicArticles, listPublicCategories, listRelatedIds } from './queries.ts';
import type { Reader } from './reader.ts';
import { slugIn } from '../portals/slug.ts';

type PageNumber = Rows & { number: number };

/** The category with the slug of the path. @throws AppError `not_found` */
export function categoryIn<Category extends { slug: string }>(categories: Category[], slug: string): Category {
  return found(
    categories.find((one) => one.slug === slugIn(slug)),
    'Category',
  );
}

/** The page of a category: a page of its articles, and the categories around it; four statements. @throws AppError `not_found` */
export async function categoryPage(
  tx: Tx,
  { portal, locale, places }: Reader,
  slug: string,
  page: PageNumber,
): Promise<Page> {
  const categories = await listPublicCategories(tx, portal.id, locale);
  const category = categoryIn(categories, slug);
  const wanted = { locale, categoryId: category.id, text: null, byViews: false };
  const [articles, translations, relatedIds] = await tx.together((tx) => [
    listPublicArticles(tx, portal, wanted, { ...page, limit: page.limit + 1 }),
    listCategoryTranslations(tx, category.associatedCategoryId ?? category.id),
    listRelatedIds(tx, category.id),
  ]);
  const linkTo = (one: (typeof categories)[number]) => ({
    title: one.name,
    href: places.category(locale, one.slug),
    isHere: one.id === category.id,
  });
  const parent = categories.find(({ id }) => id === category.parentCategoryId);
  const locales = publicLocales(portal);
  return {
    template: 'category',
    title: category.name,
    description: category.description,
    address: (at) => at.category(locale, category.slug),
    alternates: (at) =>
      translations
        .filter((one) => locales.includes(one.locale))
        .map((one) => ({ locale: one.locale, href: at.category(one.locale, one.slug) })),
    data: {
      name: category.name,
      icon: signOf(category.icon),
      description: category.description ?? '',
      parent: parent ? linkTo(parent) : null,
      parts: categories.filter(({ parentCategoryId }) => parentCategoryId === category.id).map(linkTo),
      related: categories.filter(({ id }) => relatedIds.includes(id)).map(linkTo),
      articles: articles.slice(0, page.limit).map(({ title, slug, description }) => ({
        title,
        href: places.article(slug),
        description: description ?? '',
      })),
      ...pagesBeside(page, articles.length > page.limit),
    },
    nav: categories.map(linkTo),
  };
}
