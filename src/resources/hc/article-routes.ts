import { found } from '../../errors.ts';
import { written } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { sendPage, sendText } from '../../http/pages/send-text.ts';
import { type ArticleRecord } from '../../records/help-centre/article.ts';
import { publicLocales } from '../../records/help-centre/portal.ts';
import { file } from '../../wire/shape.ts';
import { slugIn } from '../portals/slug.ts';
import { articlePage } from './article-page.ts';
import { wholePage } from './page.ts';
import { findPublicArticle } from './queries.ts';
import { type AskedFor, placesFor, portalOf, type Reader } from './reader.ts';

export const articleRoutes = routes('/:portal_slug');

/** The suffixes of an article's address for its other forms. */
const FORM = /\.(md|png)$/;

/** A picture of one transparent pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);

articleRoutes.get(
  '/articles/:article_slug',
  {
    permission: 'help_centre:read',
    summary: 'Show a published article',
    description:
      'With `.md` at its end, the address is that of its Markdown, and with `.png` that of a picture of one pixel, which counts a reader: pages of articles have it.',
    find: articleOf,
    answer: written('text/html'),
    mayAnswer: [
      written('text/html', null, 304),
      written('text/markdown'),
      written('text/markdown', null, 304),
      written('image/png', file),
    ],
  },
  async ({ found: { reader, article, form }, ...asked }) => {
    if (form === 'png') return sendPixel(asked, article);
    if (form === 'md') return sendText(asked.ctx, 'text/markdown', `# ${article.title}\n\n${article.content ?? ''}\n`);
    return sendPage(asked.ctx, await wholePage(reader, await articlePage(asked.tx, reader, article), asked.publicUrl));
  },
);

function sendPixel({ app, ctx }: Pick<Asked, 'app' | 'ctx'>, { id }: ArticleRecord): void {
  app.counts.articleViews.note(id);
  ctx.type = 'image/png';
  ctx.body = PIXEL;
}

type FoundArticle = { reader: Reader; article: ArticleRecord; form: string | null };

/** @throws AppError `not_found`, also for an article that is not published, or in a locale that is a draft */
async function articleOf(asked: AskedFor<'portal_slug' | 'article_slug'>): Promise<FoundArticle> {
  const portal = await portalOf(asked);
  const given = asked.params.article_slug;
  const [ending = '', form = null] = FORM.exec(given) ?? [];
  const slug = slugIn(given.slice(0, given.length - ending.length));
  const article = found(await findPublicArticle(asked.tx, portal.id, slug), 'Article');
  found(
    publicLocales(portal).find((locale) => locale === article.locale),
    'Article',
  );
  return { reader: { portal, locale: article.locale, places: placesFor(asked, portal) }, article, form };
}
