import { createHmac, timingSafeEqual } from 'node:crypto';
import type { App } from '../../app.ts';
import type { MailProvider } from '../../channels/mail-providers.ts';
import type { OauthProvider } from '../../config/oauth-providers.ts';
import type { Tx } from '../../db/tx.ts';
import { AppError, invalid } from '../../errors.ts';
import { storable } from '../../fields/storable.ts';
import { type Application, applicationAt } from '../../oauth/application.ts';
import { redirectUri } from '../../oauth/authorize-url.ts';
import { isBrowser } from '../../oauth/browser.ts';
import { exchangeCode } from '../../oauth/exchange-code.ts';
import { PROVIDERS } from '../../oauth/providers.ts';
import { openState, type State, useState, verifierOf } from '../../oauth/state.ts';
import { grantIn } from '../../oauth/tokens.ts';
import type { AccountRecord } from '../../records/account.ts';
import { connectMailbox } from './connect-mailbox.ts';
import { keepIntegration } from './keep-integration.ts';
import { mailboxIn } from './mailbox-in.ts';

/** The parameters with which a browser comes back from the provider. */
export type Returned = {
  state: string;
  code: string;
  /** What the provider says is wrong; '' = nothing. */
  problem: string;
  /** The whole query of the address. */
  query: URLSearchParams;
};

/** The user who began an authorization, and the account. */
export type Beginner = { account: AccountRecord; user: string };

const REASON_LENGTH = 300;
const ERROR = 'Authorization failed';

/**
 * The user who began the authorization in another browser than `sent`. The person at this browser must confirm first,
 * because anyone may have sent them the provider's address. Null = the same browser, or nothing to connect.
 * @throws AppError as `finishAuthorization`
 */
export async function beginnerElsewhere(
  tx: Tx,
  provider: OauthProvider,
  returned: Returned,
  sent: string | undefined,
  now: Date,
): Promise<Beginner | null> {
  const state = openState(tx.installation.vault, returned.state, provider, now);
  if (isBrowser(sent, state.browser) || returned.problem !== '' || returned.code === '') return null;
  return beginnerOf(tx, state);
}

/**
 * Ends what `startAuthorization` began: has the code exchanged for tokens, and connects the inbox or keeps the
 * integration. Returns where the browser goes on, on this server. The state is used up, whatever comes of it.
 * @throws AppError `invalid` for a state that is not good here, when the provider refuses, or when the inbox cannot be made;
 *   `access_denied` when who began it is no longer an administrator; `unavailable` when the provider cannot be reached;
 *   `plan_limit` when the account may have no more inboxes
 */
export async function finishAuthorization(
  { app, tx: given }: { app: App; tx: Tx },
  provider: OauthProvider,
  returned: Returned,
  now: Date,
): Promise<string> {
  const state = openState(given.installation.vault, returned.state, provider, now);
  const begun = { user: { type: 'User', id: state.userId, name: null }, accountId: state.accountId } as const;
  const tx = given.authored(begun);
  await useState(tx, state);
  const { title } = PROVIDERS[provider];
  if (returned.problem !== '') {
    throw invalid(ERROR, `${title} did not allow it: ${storable(returned.problem, REASON_LENGTH)}`);
  }
  if (returned.code === '') throw invalid(ERROR, `${title} gave no code`);
  const { account } = await beginnerOf(tx, state);
  const application = applicationAt(app.config, provider, state.shop);
  if (provider === 'shopify') checkShop(application, state, returned.query);

  const reply = await exchangeCode(provider, application, returned.code, {
    redirect_uri: redirectUri(tx, provider),
    code_verifier: verifierOf(tx.installation.vault, state),
  });
  if (reply.is !== 'granted') {
    app.log.warn({ account_id: account.id, provider, reason: reply.reason }, 'authorization failed');
    if (reply.is === 'refused') throw invalid(ERROR, `${title} refused: ${reply.reason}`);
    throw new AppError('unavailable', `${title} is not available`, { detail: `${reply.reason}: try again later` });
  }
  const granted = grantIn(provider, reply.body, null, now);
  if (!granted) throw invalid(ERROR, `${title} gave no access token`);
  const grant = provider === 'shopify' ? { ...granted, referenceId: state.shop } : granted;

  const place = `${tx.installation.publicUrl}/app/accounts/${account.id}`;
  if (!isMailProvider(provider)) {
    await keepIntegration(tx, account.id, provider, grant, now);
    return state.isOnboarding ? `${place}/onboarding/inbox-setup` : `${place}/settings/integrations/${provider}`;
  }
  const mailbox = mailboxIn(reply.body, application.id, now);
  const { inboxId, isNew } = await connectMailbox(tx, account, provider, mailbox, grant, now);
  if (state.isOnboarding) return `${place}/onboarding/inbox-setup`;
  return `${place}/settings/inboxes/${isNew ? `new/${inboxId}/agents` : inboxId}`;
}

const isMailProvider = (provider: OauthProvider): provider is MailProvider & OauthProvider =>
  provider === 'google' || provider === 'microsoft';

/** @throws AppError `access_denied` unless who began it is an administrator of the account still */
async function beginnerOf(tx: Tx, { accountId, userId }: State): Promise<Beginner> {
  const found = await tx.db
    .selectFrom('account_users as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['a.id', 'a.name', 'u.name as userName', 'u.email'])
    .where('m.account_id', '=', accountId)
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'administrator')
    .where('a.status', '=', 'active')
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst();
  if (found) return { account: { id: found.id, name: found.name }, user: `${found.userName} (${found.email})` };
  throw new AppError('access_denied', 'Access denied', { detail: 'who began this is no longer an administrator' });
}

/**
 * Refuses what Shopify did not sign, or what is about another shop. The code alone proves the shop, because it is exchanged
 * at the shop of the state; this tells of a wrong secret sooner.
 */
function checkShop({ secret }: Application, { shop }: State, query: URLSearchParams): void {
  const given = new URLSearchParams(query);
  const signature = given.get('hmac');
  if (given.has('shop') && given.get('shop') !== shop) throw invalid(ERROR, 'Shopify answered for another shop');
  if (signature === null) return;
  given.delete('hmac');
  given.sort();
  const expected = createHmac('sha256', secret).update(given.toString()).digest();
  const actual = Buffer.from(signature, 'hex');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
    throw invalid(ERROR, "Shopify's signature is wrong: check oauth.shopify.client_secret");
  }
}
