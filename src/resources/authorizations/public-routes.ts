import type { InferType } from 'yup';
import { OAUTH_PROVIDERS, type OauthProvider } from '../../config/oauth-providers.ts';
import type { AppError } from '../../errors.ts';
import { errorPages } from '../../http/errors.ts';
import { guardedPage } from '../../http/guarded-page.ts';
import { sentBrowser } from '../../http/mark-browser.ts';
import { htmlPage, redirected } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import type { Ctx, RouteMiddleware } from '../../http/state.ts';
import { authorizationPage, authorizationPagePolicy } from '../../http/pages/authorization-page.ts';
import { PROVIDERS } from '../../oauth/providers.ts';
import { type Beginner, beginnerElsewhere, finishAuthorization } from './finish-authorization.ts';
import { callbackQuery } from './schema.ts';

const callbacks = routes('');

type Query = InferType<typeof callbackQuery>;

const REFUSALS = [402, 403, 422, { ...htmlPage, status: 503 }] as const;

for (const provider of OAUTH_PROVIDERS) {
  // Numbers are connected without leaving the page.
  if (provider === 'whatsapp') continue;
  const { title } = PROVIDERS[provider];
  callbacks.get(
    `/${provider}/callback`,
    {
      permission: 'authorization_callback:read',
      summary: `Come back from ${title}`,
      description: `${title} sends the browser here after \`POST .../${provider}/authorization\`. It goes on to the settings of the account; what went wrong is shown as a page. A browser that did not ask for the address of ${title} itself is shown a page that asks whether to connect.`,
      query: callbackQuery,
      answer: { ...redirected, isWritten: true },
      mayAnswer: [htmlPage, ...REFUSALS],
    },
    async ({ app, tx, ctx, now, query }) => {
      const returned = returnedIn(ctx, query);
      const elsewhere = await beginnerElsewhere(tx, provider, returned, sentBrowser(ctx), now);
      if (elsewhere === null) return goOn(ctx, await finishAuthorization({ app, tx }, provider, returned, now));
      ctx.status = 200;
      ctx.type = 'html';
      ctx.body = await confirmPage(provider, elsewhere);
    },
  );

  callbacks.post(
    `/${provider}/callback`,
    {
      permission: 'authorization_callback:write',
      summary: `Go on after coming back from ${title}`,
      description: 'What the page sends that asks whether to connect, with the query that it was asked for with.',
      query: callbackQuery,
      answer: { ...redirected, isWritten: true },
      mayAnswer: [...REFUSALS],
    },
    async ({ app, tx, ctx, now, query }) => {
      goOn(ctx, await finishAuthorization({ app, tx }, provider, returnedIn(ctx, query), now));
    },
  );
}

function returnedIn(ctx: Ctx, { state, code, error, error_description: description, error_reason: reason }: Query) {
  const problem = error ? [description || reason, error].filter(Boolean).join(' - ') : '';
  return { state: state ?? '', code: code ?? '', problem, query: ctx.URL.searchParams };
}

function goOn(ctx: Ctx, location: string): void {
  ctx.set('Location', location);
  ctx.body = '';
}

function confirmPage(provider: OauthProvider, { account, user }: Beginner): Promise<string> {
  const isMail = provider === 'google' || provider === 'microsoft';
  return authorizationPage({
    confirm: { provider: PROVIDERS[provider].title, account: account.name, user, isMail },
  });
}

/** Runs before them: headers for browsers, and errors as pages. */
const before: readonly RouteMiddleware[] = [
  guardedPage(authorizationPagePolicy),
  errorPages((_, { message, detail }: AppError) =>
    authorizationPage({ problem: { title: message, text: detail ?? 'Begin again where you came from.' } }),
  ),
];

/** Where providers send browsers back to. */
export const authorizationCallbacks = { ...callbacks, before };
