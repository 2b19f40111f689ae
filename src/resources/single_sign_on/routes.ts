import { notFound } from '../../errors.ts';
import { clientAddress } from '../../http/client-address.ts';
import { markBrowser, sentBrowser } from '../../http/mark-browser.ts';
import { htmlPage, redirected } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { isBrowser } from '../../oauth/browser.ts';
import type { App } from '../../app.ts';
import type { Vault } from '../../db/vault.ts';
import { refusedSignIn } from './refused-sign-in.ts';
import { beforeSignInPages } from './before-routes.ts';
import { locationOf } from './location-of.ts';
import { newSignInState, openSignInState, signSignInState, useSignInState } from './sign-in-state.ts';
import { oidcCallbackQuery, startOidcQuery } from './schema.ts';
import { tellRefused } from '../auth/tell-refused.ts';
import { isOidcOn, oidcAddress, personAt } from './oidc/provider.ts';
import { signInByOidc } from './oidc/sign-in-by-oidc.ts';

export { saml, samlLogin } from './saml-routes.ts';

const list = routes('/oidc');

const REFUSALS = [{ ...htmlPage, status: 401 }, 402, 404, { ...htmlPage, status: 503 }] as const;

list.get(
  '/',
  {
    permission: 'single_sign_on:read',
    summary: 'Sign in at the provider of the installation',
    description:
      'Opened in a browser, it goes on to the OpenID Connect provider of `auth.oidc` in the settings, and comes back to the app with a link that signs in once, as `GET /platform/api/v1/users/{id}/login` gives it.',
    query: startOidcQuery,
    find: ({ app }) => checkIsOn(app),
    answer: redirected,
    mayAnswer: REFUSALS,
  },
  async ({ app, ctx, tx, query, now, publicUrl }) => {
    const { vault } = tx.installation;
    const begun = { way: 'oidc', accountId: null, target: query.target ?? 'web', browser: markBrowser(ctx) } as const;
    const state = newSignInState(begun, now);
    const redirectUri = `${publicUrl}/auth/oidc/callback`;
    const sent = { redirectUri, state: signSignInState(vault, state), ...secretsOf(vault, state.nonce) };
    ctx.set('Location', await oidcAddress(app, sent));
  },
);

list.get(
  '/callback',
  {
    permission: 'single_sign_on:write',
    summary: 'Come back from the provider of the installation',
    description:
      'The provider sends the browser here, which goes on to the app. Only the browser that began may come back.',
    query: oidcCallbackQuery,
    find: ({ app }) => checkIsOn(app),
    answer: redirected,
    mayAnswer: REFUSALS,
  },
  async ({ app, ctx, tx, query, now, publicUrl }) => {
    const { vault } = tx.installation;
    const location = await tellRefused(app, { address: clientAddress(ctx), way: 'oidc' }, async () => {
      const signed = query.state ?? '';
      const state = openSignInState(vault, signed, 'oidc', now);
      if (!isBrowser(sentBrowser(ctx), state.browser)) throw refusedSignIn('another browser has begun it');
      await useSignInState(tx, state);
      const address = new URL(`${publicUrl}/auth/oidc/callback${ctx.search}`);
      const person = await personAt(app, address, { state: signed, ...secretsOf(vault, state.nonce) });
      const user = await signInByOidc(tx, person, app.config.auth.oidc, now);
      return locationOf(tx, user, state.target, now);
    });
    ctx.set('Location', location);
  },
);

/** What only this server can make of the state: the secret of PKCE (RFC 7636), and what the ID token must have. */
function secretsOf(vault: Vault, nonce: string) {
  return {
    verifier: vault.sign('sign-in verifier', nonce).toString('base64url'),
    nonce: vault.sign('sign-in nonce', nonce).toString('base64url'),
  };
}

/** @throws AppError `not_found` */
function checkIsOn({ config }: App): undefined {
  if (!isOidcOn(config)) throw notFound('Identity provider');
}

/** Signing in through the OpenID Connect provider of the installation. */
export const oidc = { ...list, before: beforeSignInPages };
