import type { Tx } from '../../db/tx.ts';
import { oneOf, object, text } from '../../fields.ts';
import { redirected, written } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { asksForJson } from '../../http/pages/asks-for-json.ts';
import { sendPage, sendText } from '../../http/pages/send-text.ts';
import { answerJson } from '../../http/write-answer.ts';
import { addressOf } from '../../records/help-centre/portal.ts';
import { publicArticlesShape, publicCategoriesShape } from './answers.ts';
import { articleRoutes } from './article-routes.ts';
import { articlesPage } from './articles-page.ts';
import { beforePages } from './before-routes.ts';
import { categoryIn, categoryPage } from './category-page.ts';
import { homePage } from './home-page.ts';
import { type Page, wholePage } from './page.ts';
import { placesAt } from './places.ts';
import { presentArticles, presentCategories } from './presenter.ts';
import { countPublicArticles, listPublicArticles, listPublicCategories, type Wanted } from './queries.ts';
import { placesFor, portalOf, type Reader, readerOf } from './reader.ts';
import { sitemap } from './sitemap.ts';

const PAGE = 25;
const QUERY_LENGTH = 200;

const pages = routes('/:portal_slug');

/** A page that browsers may have already. */
const asPage = { answer: written('text/html'), mayAnswer: [written('text/html', null, 304)] };
/** The same; `json` answers programs that ask for data. */
const asPageOrData = (json: ReturnType<typeof written>) => ({
  answer: written('text/html'),
  mayAnswer: [json, written('text/html', null, 304)],
});
const articlesAsData = written('application/json', publicArticlesShape);

/** Only the list of a category as data heeds `sort`. `status` and `locale` are ignored: readers find published articles, in the locale of the path. */
const articlesQuery = object({
  query: text(QUERY_LENGTH).meta({ description: 'Words that are in the article, the last perhaps not whole' }),
  sort: oneOf(['views']),
  status: text(),
  locale: text(),
});

pages.get(
  '/',
  {
    permission: 'help_centre:read',
    summary: 'Go to the first page of a portal',
    description: 'In its default locale.',
    find: portalOf,
    answer: redirected,
  },
  ({ found: portal, ...asked }) => {
    asked.ctx.set('Location', placesFor(asked, portal).home(portal.config.default_locale));
  },
);

pages.get(
  '/sitemap.xml',
  {
    permission: 'help_centre:read',
    summary: 'List the pages of a portal for search engines',
    find: portalOf,
    answer: written('application/xml'),
    mayAnswer: [written('application/xml', null, 304)],
  },
  async ({ ctx, tx, found: portal }) => sendText(ctx, 'application/xml', await sitemap(tx, portal)),
);

pages.get(
  '/:locale',
  { permission: 'help_centre:read', summary: 'Show the first page of a portal', find: readerOf, ...asPage },
  async ({ found: reader, ...asked }) => show(asked, reader, await homePage(asked.tx, reader)),
);

pages.get(
  '/:locale/search',
  {
    permission: 'help_centre:read',
    summary: 'Search the articles of a portal',
    find: readerOf,
    query: articlesQuery,
    page: PAGE,
    ...asPageOrData(articlesAsData),
  },
  ({ found: reader, query, page, ...asked }) => listArticles(asked, reader, query.query?.trim() ?? '', page),
);

pages.get(
  '/:locale/articles',
  {
    permission: 'help_centre:read',
    summary: 'List the published articles of a portal',
    description:
      'As a page, or as data where the address ends with `.json` or JSON is accepted rather than HTML. Those that are read most come first.',
    find: readerOf,
    query: articlesQuery,
    page: PAGE,
    ...asPageOrData(articlesAsData),
  },
  ({ found: reader, query, page, ...asked }) => listArticles(asked, reader, query.query?.trim() || null, page),
);

pages.get(
  '/:locale/categories',
  {
    permission: 'help_centre:read',
    summary: 'List the categories of a portal',
    find: readerOf,
    ...asPageOrData(written('application/json', publicCategoriesShape)),
  },
  async ({ found: reader, ...asked }) => {
    const { portal, locale } = reader;
    if (!asksForJson(asked.ctx)) return show(asked, reader, await homePage(asked.tx, reader));
    answerJson(asked.ctx, presentCategories(await listPublicCategories(asked.tx, portal.id, locale)));
  },
);

pages.get(
  '/:locale/categories/:category_slug',
  {
    permission: 'help_centre:read',
    summary: 'Show a category of a portal',
    find: readerOf,
    page: PAGE,
    ...asPage,
  },
  async ({ found: reader, params, page, ...asked }) =>
    show(asked, reader, await categoryPage(asked.tx, reader, params.category_slug, page)),
);

pages.get(
  '/:locale/categories/:category_slug/articles',
  {
    permission: 'help_centre:read',
    summary: 'List the published articles of a category',
    find: readerOf,
    query: articlesQuery,
    page: PAGE,
    ...asPageOrData(articlesAsData),
  },
  async ({ found: reader, params, query, page, ...asked }) => {
    if (!asksForJson(asked.ctx)) {
      return show(asked, reader, await categoryPage(asked.tx, reader, params.category_slug, page));
    }
    const categoryId = await categoryIdOf(asked.tx, reader, params.category_slug);
    const byViews = query.sort === 'views';
    const wanted = { locale: reader.locale, categoryId, text: query.query?.trim() || null, byViews };
    return sendArticles(asked, reader, wanted, page);
  },
);

pages.include(articleRoutes);

/** The pages of help centres, for anyone. */
export const helpCentrePages = { ...pages, before: beforePages };

type Answering = Pick<Asked, 'ctx' | 'tx' | 'publicUrl'>;

async function show({ ctx, publicUrl }: Answering, reader: Reader, page: Page): Promise<void> {
  sendPage(ctx, await wholePage(reader, page, publicUrl));
}

/** Answers with a page of the articles with these words (null = all), those that are read most first: as a page, or as data. */
async function listArticles(
  asked: Answering,
  reader: Reader,
  words: string | null,
  page: Parameters<typeof articlesPage>[3],
): Promise<void> {
  const wanted = { locale: reader.locale, categoryId: null, text: words, byViews: true };
  if (asksForJson(asked.ctx)) return sendArticles(asked, reader, wanted, page);
  return show(asked, reader, await articlesPage(asked.tx, reader, words, page));
}

async function sendArticles(
  { ctx, tx, publicUrl }: Answering,
  { portal }: Reader,
  wanted: Wanted,
  page: { limit: number; offset: number },
): Promise<void> {
  const [articles, count] = await tx.together((tx) => [
    listPublicArticles(tx, portal, wanted, page),
    countPublicArticles(tx, portal, wanted),
  ]);
  answerJson(ctx, presentArticles(articles, count, placesAt(addressOf(portal, publicUrl))));
}

async function categoryIdOf(tx: Tx, { portal, locale }: Reader, slug: string): Promise<number> {
  return categoryIn(await listPublicCategories(tx, portal.id, locale), slug).id;
}
