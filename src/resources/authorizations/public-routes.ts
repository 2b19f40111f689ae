import { OAUTH_PROVIDERS } from '../../config/oauth-providers.ts';
import type { AppError } from '../../errors.ts';
import { errorPages } from '../../http/errors.ts';
import { guardedPage } from '../../http/guarded-page.ts';
import { htmlPage, redirected } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import type { RouteMiddleware } from '../../http/state.ts';
import { fill } from '../../templates.ts';
import { PROVIDERS } from '../../oauth/providers.ts';
import { finishAuthorization } from './finish-authorization.ts';
import { callbackQuery } from './schema.ts';

const callbacks = routes('');

for (const provider of OAUTH_PROVIDERS) {
  // Numbers are connected without leaving the page.
  if (provider === 'whatsapp') continue;
  callbacks.get(
    `/${provider}/callback`,
    {
      permission: 'authorization_callback:read',
      summary: `Come back from ${PROVIDERS[provider].title}`,
      description: `${PROVIDERS[provider].title} sends the browser here after \`POST .../${provider}/authorization\`. It goes on to the settings of the account; what went wrong is shown as a page.`,
      query: callbackQuery,
      answer: redirected,
      mayAnswer: [402, 403, 422, { ...htmlPage, status: 503 }],
    },
    async ({ app, ctx, now, query: { state, code, error, error_description: description, error_reason: reason } }) => {
      const problem = error ? [description || reason, error].filter(Boolean).join(' - ') : '';
      const returned = { state: state ?? '', code: code ?? '', problem, query: ctx.URL.searchParams };
      ctx.set('Cache-Control', 'no-store');
      ctx.set('Location', await finishAuthorization(app, provider, returned, now));
    },
  );
}

/** Runs before them: headers for browsers, and errors as pages. */
const before: readonly RouteMiddleware[] = [
  guardedPage(() => "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
  errorPages((_, { message, detail }: AppError) =>
    fill('authorization/problem.html', { title: message, text: detail ?? 'Begin again where you came from.' }),
  ),
];

/** Where providers send browsers back to. */
export const authorizationCallbacks = { ...callbacks, before };
