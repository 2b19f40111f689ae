import type { Rows } from '../../db/pages/paged.ts';
import type { Tx } from '../../db/tx.ts';
import type { Page } from './page.ts';
import { pagesBeside } from './pages-beside.ts';
import { listPublicArticles } from './queries.ts';
import type { Reader } from './reader.ts';
import { wordsFor } from './words.ts';

/** A page of the portal's articles: those with the words of `text`, or all with null; one statement. */
export async function articlesPage(
  tx: Tx,
  { portal, locale, places }: Reader,
  text: string | null,
  page: Rows & { number: number },
): Promise<Page> {
  const { words } = wordsFor(locale);
  const wanted = { locale, categoryId: null, text, byViews: true };
  const articles = text === '' ? [] : await listPublicArticles(tx, portal, wanted, { ...page, limit: page.limit + 1 });
  return {
    template: 'articles',
    title: text === null ? words.all : words.search,
    address: text === null ? (at) => at.articles(locale) : null,
    query: text ?? '',
    data: {
      isSearch: text !== null,
      query: text ?? '',
      articles: articles.slice(0, page.limit).map(({ title, slug, description, categoryName }) => ({
        title,
        href: places.article(slug),
        description: description ?? '',
        category: categoryName ?? '',
      })),
      ...pagesBeside(page, articles.length > page.limit, text === null ? {} : { query: text }),
    },
  };
}
