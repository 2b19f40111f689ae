import { accountSuspended, type AppError, found } from '../../errors.ts';
import { object, requiredText, text } from '../../fields.ts';
import { errorPages } from '../../http/errors.ts';
import { guardedPage } from '../../http/guarded-page.ts';
import { htmlPage, ok, written } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import type { RouteMiddleware } from '../../http/state.ts';
import { findVisitor } from '../../http/widget/enter-widget.ts';
import { tagOf } from '../../http/unchanged.ts';
import { fill } from '../../templates.ts';
import { integer, named } from '../../wire/shape.ts';
import type { Tx } from '../../db/tx.ts';
import { findWidgetInbox, type WidgetInbox } from '../../records/public/widget-inbox.ts';
import { bubbleScript } from './bubble-script.ts';
import { countUnread } from './count-unread.ts';
import { findCampaignRules } from './find-campaign-rules.ts';
import { ancestorsFor, pagePolicy } from './page-policy.ts';
import { previewPage } from './preview-page.ts';
import { widgetPage } from './widget-page.ts';

const unreadShape = named('UnreadOfVisitor', { unread_count: integer });

const NOTHING_AT_ALL = "default-src 'none'; base-uri 'none'; form-action 'none'";

/** How long browsers keep the colour of a bubble, without asking again. */
const BUBBLE_SECONDS = 300;

const pages = routes('');

pages.get(
  '/widget',
  {
    permission: 'widget_page:read',
    summary: 'Show the page of the widget',
    description:
      'The script of a website shows it in a frame; apps show it by itself. It is the same for all visitors with that locale.',
    query: object({ website_token: requiredText(), locale: text(), cw_conversation: text() }),
    answer: htmlPage,
    mayAnswer: [written('text/html', null, 304), 401, 404],
  },
  async ({ ctx, tx, query: { website_token: token, locale }, publicUrl }) => {
    const inbox = await websiteInbox(tx, token);
    const page = await widgetPage(inbox, locale || inbox.locale, publicUrl);
    ctx.set('Content-Security-Policy', pagePolicy(publicUrl, ancestorsFor(inbox.settings, ctx.get('Origin'))));
    ctx.set('Cache-Control', 'no-cache');
    // Apps may have it where websites may not.
    ctx.vary('Origin');
    ctx.etag = tagOf(page);
    return page;
  },
);

pages.get(
  '/widget/bubble.js',
  {
    permission: 'widget_page:read',
    summary: 'Get what the bubble shows of its inbox',
    description:
      'A module for the script of a website, which any page may load: the colour, the labels of the buttons, and when campaigns are due.',
    query: object({ website_token: requiredText(), locale: text() }),
    answer: written('text/javascript'),
    mayAnswer: [written('text/javascript', null, 304), 401, 404],
  },
  async ({ ctx, tx, query: { website_token: token, locale } }) => {
    const inbox = await websiteInbox(tx, token);
    const script = bubbleScript(inbox, await findCampaignRules(tx, inbox.id), locale ?? inbox.locale);
    // They are for pages; every page of a website loads the script, with its headers.
    for (const header of ['Content-Security-Policy', 'Referrer-Policy']) ctx.remove(header);
    ctx.set('Cache-Control', `public, max-age=${BUBBLE_SECONDS}`);
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    ctx.etag = tagOf(script);
    ctx.type = 'text/javascript';
    ctx.body = script;
  },
);

pages.post(
  '/widget/unread',
  {
    permission: 'widget_page:read',
    summary: "Count a visitor's unread messages",
    description:
      'For the script of a website, on any page: without more than this, it knows whether to show what the team wrote since. It takes a form with the token, as `X-Auth-Token` has it, because browsers send that without asking first. For a token that is not good, the count is 0.',
    query: object({ website_token: requiredText(), locale: text() }),
    body: object({ cw_conversation: requiredText() }),
    example: { cw_conversation: 'eyJhbGciOiJIUzI1NiJ9' },
    answer: ok(unreadShape),
    mayAnswer: [401, 404],
  },
  async ({ ctx, tx, query: { website_token: token }, body, now }) => {
    const inbox = await websiteInbox(tx, token);
    ctx.set('Cache-Control', 'no-store');
    const visitor = await findVisitor(tx, inbox, body.cw_conversation, now);
    return { unread_count: visitor ? await countUnread(tx, inbox, visitor, now) : 0 };
  },
);

pages.get(
  '/widget_tests',
  {
    permission: 'widget_page:read',
    summary: 'Show a page with the widget, to try it',
    description:
      'It has nothing but the bubble. Anyone who has the token may see it, as it stands in pages of the website.',
    query: object({ website_token: requiredText() }),
    answer: htmlPage,
    mayAnswer: [401, 404],
  },
  async ({ ctx, tx, query: { website_token: token } }) => {
    const { page, policy } = await previewPage(await websiteInbox(tx, token));
    ctx.set('Content-Security-Policy', policy);
    return page;
  },
);

/** @throws AppError `not_found`, or `unauthorized` for a suspended account */
async function websiteInbox(tx: Tx, token: string): Promise<WidgetInbox> {
  const inbox = found(await findWidgetInbox(tx, token), 'Inbox');
  if (inbox.isSuspended) throw accountSuspended();
  return inbox;
}

/** Runs before the pages: headers for browsers, and errors as pages. */
const before: readonly RouteMiddleware[] = [
  guardedPage(() => NOTHING_AT_ALL),
  errorPages((_, { message, detail }: AppError) =>
    fill('widget/problem.html', { title: message, text: detail ?? 'Check the website_token in the address.' }),
  ),
];

/** What browsers show of the widget. */
export const widgetPages = { ...pages, before };
