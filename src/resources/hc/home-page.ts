import type { Tx } from '../../db/tx.ts';
import { publicLocales } from '../../records/help-centre/portal.ts';
import { textsOf, type Page } from './page.ts';
import { listFilledCategories, listFirstArticles, listPopularArticles } from './home-queries.ts';
import type { Reader } from './reader.ts';

/** Numbers of articles on the first page: per category, and among the most read. */
const [OF_CATEGORY, POPULAR] = [5, 6];

/** The first page of a portal: its categories with their first articles; three statements. */
export async function homePage(tx: Tx, { portal, locale, places }: Reader): Promise<Page> {
  const [categories, first, popular] = await tx.together((tx) => [
    listFilledCategories(tx, portal.id, locale),
    listFirstArticles(tx, portal.id, locale, OF_CATEGORY),
    listPopularArticles(tx, portal.id, locale, POPULAR),
  ]);
  const { title, header } = textsOf(portal, locale);
  const articlesOf = Map.groupBy(first, ({ categoryId }) => categoryId);
  const shown = new Set(first.map(({ slug }) => slug));
  const articleAt = ({ title, slug }: { title: string; slug: string }) => ({ title, href: places.article(slug) });
  return {
    template: 'home',
    title,
    description: header,
    address: (at) => at.home(locale),
    alternates: (at) => publicLocales(portal).map((one) => ({ locale: one, href: at.home(one) })),
    data: {
      // The name is above it already.
      header: header || title,
      hasHeader: header !== '',
      all: places.articles(locale),
      isEmpty: popular.length === 0,
      // Where there are few articles, all of them are below their categories already.
      popular: popular.every(({ slug }) => shown.has(slug)) ? [] : popular.map(articleAt),
      categories: categories.map((category) => ({
        name: category.name,
        icon: signOf(category.icon),
        description: category.description ?? '',
        href: places.category(locale, category.slug),
        count: category.count,
        articles: (articlesOf.get(category.id) ?? []).map(articleAt),
      })),
    },
    nav: categories.map(({ name, slug }) => ({ title: name, href: places.category(locale, slug), isHere: false })),
  };
}

/** An emoji; the names of icons, which apps draw, mean nothing to readers. */
export const signOf = (icon: string) => (/^[\x20-\x7e]*$/.test(icon) ? '' : icon);
