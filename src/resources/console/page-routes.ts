import { guardedPage } from '../../http/guarded-page.ts';
import { htmlPage, written } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { publicUrl } from '../../http/state.ts';
import { tagOf } from '../../http/unchanged.ts';
import { consolePage } from './console-page.ts';
import { consolePolicy } from './page-policy.ts';
import { signInWays } from './sign-in-ways.ts';

const pages = routes('');

pages.get(
  '/',
  {
    permission: 'console_page:read',
    summary: 'Show the console',
    description:
      'The page where a team works, and signs in. It is the same at every path below `/app` that has no operation of its own: mails, threads at Slack and sign-ins lead to such paths.',
    answer: htmlPage,
    mayAnswer: [written('text/html', null, 304)],
    isForAllBelow: true,
  },
  async ({ ctx, tx, app }) => {
    const page = await consolePage(await signInWays(tx, app.config));
    ctx.set('Cache-Control', 'no-cache');
    ctx.etag = tagOf(page);
    return page;
  },
);

/** The console's page at all of its addresses. */
export const consolePages = Object.assign(pages, { before: [guardedPage((ctx) => consolePolicy(publicUrl(ctx)))] });
