import type { Tx } from '../../db/tx.ts';
import { toArticle } from '../../markdown/to-article.ts';
import { type ArticleRecord, rootOf } from '../../records/help-centre/article.ts';
import { publicLocales } from '../../records/help-centre/portal.ts';
import type { Page } from './page.ts';
import { listPublicArticles, listPublicCategories, listTranslations } from './queries.ts';
import type { Reader } from './reader.ts';
import { wordsFor } from './words.ts';

/** Articles of the same category below the text. */
const MORE = 10;

/** The page of an article; three statements. */
export async function articlePage(tx: Tx, { portal, locale, places }: Reader, article: ArticleRecord): Promise<Page> {
  const wanted = { locale, categoryId: article.categoryId, text: null, byViews: false };
  const [translations, categories, neighbours] = await tx.together((tx) => [
    listTranslations(tx, rootOf(article)),
    listPublicCategories(tx, portal.id, locale),
    article.categoryId === null
      ? Promise.resolve([])
      : listPublicArticles(tx, portal, wanted, { limit: MORE + 1, offset: 0 }),
  ]);
  const { language } = wordsFor(locale);
  const category = categories.find(({ id }) => id === article.categoryId);
  const locales = publicLocales(portal);
  return {
    template: 'article',
    title: textIn(article, 'title') || article.title,
    description: textIn(article, 'description') || article.description,
    address: (at) => at.article(article.slug),
    alternates: (at) =>
      translations
        .filter((one) => locales.includes(one.locale))
        .map((one) => ({ locale: one.locale, href: at.article(one.slug) })),
    data: {
      title: article.title,
      category: category ? { title: category.name, href: places.category(locale, category.slug) } : null,
      content: toArticle(article.content ?? ''),
      day: article.updatedAt.toISOString().slice(0, 10),
      date: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(article.updatedAt),
      counter: places.counter(article.slug),
      more: neighbours
        .filter(({ id }) => id !== article.id)
        .slice(0, MORE)
        .map(({ title, slug }) => ({ title, href: places.article(slug) })),
    },
    nav: categories.map(({ id, name, slug }) => ({
      title: name,
      href: places.category(locale, slug),
      isHere: id === article.categoryId,
    })),
  };
}

/** The author's text for search engines. */
function textIn({ meta }: ArticleRecord, name: 'title' | 'description'): string {
  const text = meta[name];
  return typeof text === 'string' ? text : '';
}
