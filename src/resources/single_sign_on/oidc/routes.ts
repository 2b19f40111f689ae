import { found } from '../../../errors.ts';
import { clientAddress } from '../../../http/client-address.ts';
import { markBrowser, sentBrowser } from '../../../http/mark-browser.ts';
import { htmlPage, redirected } from '../../../http/routes/answer.ts';
import { routes } from '../../../http/routes/route.ts';
import { isBrowser } from '../../../oauth/browser.ts';
import type { Vault } from '../../../db/vault.ts';
import { tellRefused } from '../../auth/tell-refused.ts';
import { beforeSignInPages } from '../before-routes.ts';
import { locationOf } from '../location-of.ts';
import { refusedSignIn } from '../refused-sign-in.ts';
import { oidcCallbackQuery, startOidcQuery } from '../schema.ts';
import { newSignInState, openSignInState, signSignInState, useSignInState } from '../sign-in-state.ts';
import { oidcAddress, personAt } from './provider.ts';
import { type OidcWay, oidcProvider } from './providers.ts';
import { signInByOidc } from './sign-in-by-oidc.ts';

const REFUSALS = [{ ...htmlPage, status: 401 }, 402, 404, { ...htmlPage, status: 503 }] as const;

type Words = { at: string; settings: string };

/** The routes for signing in at one of the installation's providers: where a browser begins, and where it comes back to. */
function signInRoutes(prefix: string, way: OidcWay, { at, settings }: Words) {
  const list = routes(prefix);

  list.get(
    '/',
    {
      permission: 'single_sign_on:read',
      summary: `Sign in at ${at}`,
      description: `Opened in a browser, it goes on to ${settings}, and comes back to the app with a link that signs in once, as \`GET /platform/api/v1/users/{id}/login\` gives it.`,
      query: startOidcQuery,
      find: ({ app }) => found(oidcProvider(app.config, way), 'Identity provider'),
      answer: redirected,
      mayAnswer: REFUSALS,
    },
    async ({ app, ctx, tx, query, now, publicUrl, found: provider }) => {
      const { vault } = tx.installation;
      const begun = { way, accountId: null, target: query.target ?? 'web', browser: markBrowser(ctx) } as const;
      const state = newSignInState(begun, now);
      const redirectUri = `${publicUrl}${provider.callbackPath}`;
      const sent = { redirectUri, state: signSignInState(vault, state), ...secretsOf(vault, state.nonce) };
      ctx.set('Location', await oidcAddress(app, provider, sent));
    },
  );

  list.get(
    '/callback',
    {
      permission: 'single_sign_on:write',
      summary: `Come back from ${at}`,
      description:
        'The provider sends the browser here, which goes on to the app. Only the browser that began may come back.',
      query: oidcCallbackQuery,
      find: ({ app }) => found(oidcProvider(app.config, way), 'Identity provider'),
      answer: redirected,
      mayAnswer: REFUSALS,
    },
    async ({ app, ctx, tx, query, now, publicUrl, found: provider }) => {
      const { vault } = tx.installation;
      const location = await tellRefused(app, { address: clientAddress(ctx), way }, async () => {
        const signed = query.state ?? '';
        const state = openSignInState(vault, signed, way, now);
        if (!isBrowser(sentBrowser(ctx), state.browser)) throw refusedSignIn('another browser has begun it');
        await useSignInState(tx, state);
        const address = new URL(`${publicUrl}${provider.callbackPath}${ctx.search}`);
        const expected = { state: signed, ...secretsOf(vault, state.nonce) };
        const user = await signInByOidc(tx, await personAt(app, provider, address, expected), provider, now);
        return locationOf(tx, user, state.target, now);
      });
      ctx.set('Location', location);
    },
  );

  return { ...list, before: beforeSignInPages };
}

/** Secrets derived from the state: the PKCE verifier (RFC 7636), and the nonce of the ID token. */
function secretsOf(vault: Vault, nonce: string) {
  return {
    verifier: vault.sign('sign-in verifier', nonce).toString('base64url'),
    nonce: vault.sign('sign-in nonce', nonce).toString('base64url'),
  };
}

export const oidc = signInRoutes('/oidc', 'oidc', {
  at: 'the provider of the installation',
  settings: 'the OpenID Connect provider of `auth.oidc` in the settings',
});

export const google = signInRoutes('/google_oauth2', 'google', {
  at: 'Google',
  settings: 'Google, by the client of `auth.google` in the settings',
});
