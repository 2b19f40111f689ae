import { OAUTH_PROVIDERS } from '../../config/oauth-providers.ts';
import { markBrowser } from '../../http/mark-browser.ts';
import { json, ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { PROVIDERS } from '../../oauth/providers.ts';
import { failure } from '../../wire/shape.ts';
import { connectedNumberShape, startedShape } from './answers.ts';
import { signupBody, startBody, startShopifyBody } from './schema.ts';
import { refuseProvider, startAuthorization } from './start-authorization.ts';
import { connectNumber } from './whatsapp/connect-number.ts';
import { presentNumber } from './whatsapp/presenter.ts';
import { signupIn } from './whatsapp/signup-in.ts';

export const authorizations = routes('');

const IN_BROWSER =
  'The answer has a cookie, by which the browser is known that asked: opened in it, `url` connects at once. In another browser, as where a program asked, a page asks first whether to connect.';

for (const provider of OAUTH_PROVIDERS) {
  if (provider === 'whatsapp' || provider === 'shopify') continue;
  const { title } = PROVIDERS[provider];
  const isMail = provider === 'google' || provider === 'microsoft';
  authorizations.post(
    `/${provider}/authorization`,
    {
      permission: 'authorization:create',
      summary: `Connect the account to ${title}`,
      description: isMail
        ? `Open \`url\` in a browser within 15 minutes, and consent there: that makes an e-mail inbox of the mailbox, or connects the one with its address again. \`email\` is suggested at ${title}. ${IN_BROWSER}`
        : `Open \`url\` in a browser within 15 minutes, and consent there: \`GET .../integrations/apps\` shows what is connected. ${IN_BROWSER}`,
      body: startBody,
      example: isMail ? { email: 'support@example.com' } : {},
      answer: ok(startedShape),
      mayAnswer: [422],
    },
    ({ app, ctx, tx, account, caller, body, now }) => {
      const isOnboarding = body.return_to === 'onboarding';
      const begun = { accountId: account.id, userId: caller.id, browser: markBrowser(ctx) };
      const start = { ...begun, provider, shop: null, isOnboarding };
      return {
        success: true as const,
        url: startAuthorization(tx, app.config, { ...start, email: body.email ?? null }, now),
      };
    },
  );
}

authorizations.post(
  '/shopify/authorization',
  {
    permission: 'authorization:create',
    summary: 'Connect the account to a shop at Shopify',
    description: 'The same as `POST .../integrations/shopify/auth`, with the answer of the other providers.',
    body: startShopifyBody,
    example: { shop_domain: 'acme.myshopify.com' },
    answer: ok(startedShape),
    mayAnswer: [422],
  },
  ({ app, ctx, tx, account, caller, body, now }) => {
    const isOnboarding = body.return_to === 'onboarding';
    const begun = { accountId: account.id, userId: caller.id, browser: markBrowser(ctx) };
    const start = { ...begun, provider: 'shopify' as const, isOnboarding };
    return {
      success: true as const,
      url: startAuthorization(tx, app.config, { ...start, shop: body.shop_domain }, now),
    };
  },
);

authorizations.post(
  '/whatsapp/authorization',
  {
    permission: 'authorization:create',
    summary: 'Connect a WhatsApp number by embedded signup',
    description:
      "The page that has opened Meta's window sends what it gave: the code, and the ids of the business, the WhatsApp business account and the number. That makes an inbox of the number, or connects the one that it has, or `inbox_id`, again.",
    body: signupBody,
    example: {
      code: 'AQB...',
      business_id: '2729063490586005',
      waba_id: '102290129340398',
      phone_number_id: '106540352242922',
    },
    answer: ok(connectedNumberShape),
    mayAnswer: [402, 404, 422, 503],
  },
  async ({ app, ctx, account, body, now }) => {
    // Outside of any transaction, since it asks the provider in between.
    const { tx } = ctx.state;
    return presentNumber(await connectNumber({ ...app, tx: () => tx }, account, signupIn(body), now));
  },
);

for (const provider of ['tiktok', 'twitter']) {
  authorizations.post(
    `/${provider}/authorization`,
    {
      permission: 'authorization:create',
      summary: `Connect the account to ${provider}`,
      description: 'Always refused with 422: this server cannot do it. The other answer is for clients of Chatwoot.',
      answer: json(422, failure),
      mayAnswer: [ok(startedShape)],
    },
    () => refuseProvider(provider),
  );
}
