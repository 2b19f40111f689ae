import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { clientAddress } from '../../http/client-address.ts';
import { markBrowser, sentBrowser } from '../../http/mark-browser.ts';
import { htmlPage, redirected, written } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { isBrowser } from '../../oauth/browser.ts';
import { shape, text } from '../../wire/shape.ts';
import { tellRefused } from '../auth/tell-refused.ts';
import { beforeSignInPages } from './before-routes.ts';
import { locationOf, locationOfProblem } from './location-of.ts';
import { acsUrl } from '../saml_settings/addresses.ts';
import { checkForm } from './saml/check-form.ts';
import { personIn, samlAddress } from './saml/provider.ts';
import { accountWithProviderOf, activeProvider } from './saml/queries.ts';
import { signInBySaml } from './saml/sign-in-by-saml.ts';
import { openTicket, sealTicket } from './saml/ticket.ts';
import { samlLoginBody, samlResponseBody, samlTicketQuery, startSamlQuery } from './schema.ts';
import { newSignInState, openSignInState, signSignInState, useSignInState } from './sign-in-state.ts';
import { refusedSignIn } from './refused-sign-in.ts';
import { checkHasAddress, noSamlLogin } from './saml/login-errors.ts';

/** Names in XML begin with no digit and no hyphen. */
const PREFIX = '_';
const REFUSALS = [{ ...htmlPage, status: 401 }, 402, 404] as const;

export const samlLogin = routes('/saml_login');

samlLogin.post(
  '/',
  {
    permission: 'saml_login:create',
    summary: 'Sign in through SAML',
    description:
      'Where to open a browser, which goes on to the provider of the account that the user works in. Browsers that send a form are sent there, or back to the app.',
    body: samlLoginBody,
    example: { email: 'jane@example.com' },
    answer: written('application/json', shape({ url: text })),
    mayAnswer: [redirected, 403],
  },
  async ({ tx, body, ctx, publicUrl }) => {
    const { target = 'web' } = body;
    const accountId = await accountWithProviderOf(tx, checkHasAddress(body.email));
    const isPage = ctx.accepts('json', 'html') === 'html';
    if (accountId === null && !isPage) throw noSamlLogin();
    const query = new URLSearchParams({ account_id: String(accountId), target });
    const url =
      accountId === null ? locationOfProblem(publicUrl, target) : `${publicUrl}/auth/saml?${query.toString()}`;
    if (!isPage) {
      ctx.body = { url };
      return;
    }
    ctx.status = 302;
    ctx.set('Location', url);
    ctx.body = '';
  },
);

const list = routes('/saml');

list.get(
  '/',
  {
    permission: 'single_sign_on:read',
    summary: 'Sign in at the SAML provider of an account',
    description:
      'Opened in a browser, it goes on to the provider, and comes back to the app with a link that signs in once, as `GET /platform/api/v1/users/{id}/login` gives it.',
    query: startSamlQuery,
    answer: redirected,
    mayAnswer: REFUSALS,
  },
  async ({ ctx, tx, query, now, publicUrl }) => {
    const settings = found(await activeProvider(tx, query.account_id), 'Identity provider');
    const { accountId } = settings;
    const begun = { way: 'saml', accountId, target: query.target ?? 'web', browser: markBrowser(ctx) } as const;
    const signed = signSignInState(tx.installation.vault, newSignInState(begun, now));
    ctx.set('Location', await samlAddress(settings, publicUrl, `${PREFIX}${signed}`));
  },
);

list.post(
  '/callback',
  {
    permission: 'single_sign_on:write',
    summary: 'Come back from the SAML provider of an account',
    description:
      'The provider has the browser send its assertion here, without the cookies of Parley; it is sent on to show them.',
    body: samlResponseBody,
    example: { SAMLResponse: 'PHNhbWxwOlJlc3BvbnNl...' },
    answer: redirected,
    mayAnswer: REFUSALS,
  },
  async ({ app, ctx, tx, body, now, publicUrl }) => {
    const ticket = await tellRefused(app, { address: clientAddress(ctx), way: 'saml' }, () =>
      verifyResponse(tx, body.SAMLResponse, publicUrl, now),
    );
    ctx.set('Location', `${acsUrl(publicUrl)}?${new URLSearchParams({ ticket }).toString()}`);
  },
);

list.get(
  '/callback',
  {
    permission: 'single_sign_on:write',
    summary: 'Go on after coming back from a SAML provider',
    description: 'Goes on to the app. Only the browser that began may do so.',
    query: samlTicketQuery,
    answer: redirected,
    mayAnswer: REFUSALS,
  },
  async ({ app, ctx, tx, query, now }) => {
    const location = await tellRefused(app, { address: clientAddress(ctx), way: 'saml' }, async () => {
      const { state, person } = openTicket(tx.installation.vault, query.ticket, now);
      if (!isBrowser(sentBrowser(ctx), state.browser)) throw refusedSignIn('another browser has begun it');
      await useSignInState(tx, { ...state, nonce: `ticket ${state.nonce}` });
      // In one transaction: a user who is released meanwhile has no such link afterwards.
      return inTransaction(tx, async (tx) => locationOf(tx, await signInBySaml(tx, person, now), state.target, now));
    });
    ctx.set('Location', location);
  },
);

/** The ticket for the person in the answer of a provider, which is used up. @throws AppError `unauthorized` */
async function verifyResponse(tx: Tx, response: string, publicUrl: string, now: Date): Promise<string> {
  const { vault } = tx.installation;
  const xml = Buffer.from(response, 'base64').toString();
  const request = checkForm(xml, acsUrl(publicUrl));
  const state = openSignInState(vault, request.slice(PREFIX.length), 'saml', now);
  const settings = await activeProvider(tx, state.accountId ?? 0);
  if (!settings) throw refusedSignIn('the account has no provider any more');
  const person = await personIn(settings, publicUrl, { xml, request }, now);
  await useSignInState(tx, state);
  return sealTicket(vault, { state, person });
}

/** Signing in through the SAML provider of an account. */
export const saml = { ...list, before: beforeSignInPages };
