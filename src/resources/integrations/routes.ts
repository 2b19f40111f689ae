import type { App } from '../../app.ts';
import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import { object } from '../../fields.ts';
import { markBrowser } from '../../http/mark-browser.ts';
import { seesSecrets } from '../../records/access/token-scope.ts';
import { empty, ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import type { Caller, Ctx } from '../../http/state.ts';
import { isConfigured } from '../../oauth/application.ts';
import { shopDomain } from '../authorizations/schema.ts';
import { startAuthorization } from '../authorizations/start-authorization.ts';
import type { IntegrationApp } from '../hooks/apps/app.ts';
import { APPS } from '../hooks/apps/apps.ts';
import { deleteIntegration } from '../hooks/delete-integration.ts';
import { appListShape, appShape, redirectShape } from './answers.ts';
import { dyte } from './dyte/routes.ts';
import { hooks } from './hooks/routes.ts';
import { linear } from './linear/routes.ts';
import { presentApp } from './presenter.ts';
import { readUsed } from './queries.ts';
import { shopify } from './shopify/routes.ts';
import { slack } from './slack/routes.ts';

export const integrations = routes('/integrations');

integrations.get(
  '/apps',
  {
    permission: 'integration:read',
    summary: 'List the services that the account can use',
    description:
      '`hooks` has what it uses. Administrators see how, unless their token may only read: `action` is where it is set up; of a provider that the account is connected to, an address to open in a browser within 15 minutes. Where that is null, the installation has no application registered at the provider, or a shop must be named first (`POST .../integrations/shopify/auth`). Secret settings are not shown.',
    answer: ok(appListShape),
  },
  async ({ app, ctx, tx, account, caller, now }) => {
    const used = await readUsed(tx, account.id);
    const begun = begunBy(ctx, account.id, caller);
    return { payload: APPS.map((one) => presentApp(one, used, begun && forAdministrator(app, tx, one, begun, now))) };
  },
);

integrations.get(
  '/apps/:app',
  {
    permission: 'integration:read',
    summary: 'Show a service that the account can use',
    find: ({ params }) =>
      found(
        APPS.find(({ id }) => id === params.app),
        'App',
      ),
    answer: ok(appShape),
  },
  async ({ app, ctx, tx, account, caller, found: one, now }) => {
    const begun = begunBy(ctx, account.id, caller);
    return presentApp(one, await readUsed(tx, account.id), begun && forAdministrator(app, tx, one, begun, now));
  },
);

integrations.post(
  '/shopify/auth',
  {
    permission: 'integration:write',
    summary: 'Connect the account to a shop',
    description: 'Open `redirect_url` in a browser within 15 minutes, and consent there.',
    body: object({ shop_domain: shopDomain().required("can't be blank") }),
    example: { shop_domain: 'acme.myshopify.com' },
    answer: ok(redirectShape),
    mayAnswer: [422],
  },
  ({ app, ctx, tx, account, caller, body: { shop_domain: shop }, now }) => {
    const begun = { accountId: account.id, userId: caller.id, browser: markBrowser(ctx) };
    const start = { ...begun, provider: 'shopify' as const, shop, isOnboarding: false };
    return { redirect_url: startAuthorization(tx, app.config, start, now) };
  },
);

for (const { provider, name } of APPS) {
  if (provider === null) continue;
  integrations.delete(
    `/${provider}`,
    {
      permission: 'integration:write',
      summary: `End the connection to ${name}`,
      description: 'The tokens are forgotten, and revoked at the provider in the background.',
      answer: empty,
      mayAnswer: [404],
    },
    ({ tx, account, now }) => deleteIntegration(tx, account.id, provider, now),
  );
}

integrations.include(hooks, dyte, linear, shopify, slack);

/** Who begins to connect the account. */
type Begun = { accountId: number; userId: number; browser: string };

/** Null = the caller may not connect it. */
function begunBy(ctx: Ctx, accountId: number, caller: Caller): Begun | null {
  return seesSecrets(caller) ? { accountId, userId: caller.id, browser: markBrowser(ctx) } : null;
}

/** What only administrators see. */
function forAdministrator(
  { config }: App,
  tx: Tx,
  { provider, action }: IntegrationApp,
  begun: Begun,
  now: Date,
): { action: string | null } {
  if (provider === null) return { action };
  if (provider === 'shopify' || !isConfigured(config, provider)) return { action: null };
  return { action: startAuthorization(tx, config, { ...begun, provider, shop: null, isOnboarding: false }, now) };
}
