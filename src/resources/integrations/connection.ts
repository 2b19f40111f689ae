import type { App } from '../../app.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Reply } from '../../oauth/ask.ts';
import { PROVIDERS } from '../../oauth/providers.ts';
import type { AccessToken } from '../../oauth/tokens.ts';
import { accessTokenOf, loseTokenOf, refuseTokenOf } from '../authorizations/access-token.ts';
import type { ConnectedProvider } from '../hooks/apps/app.ts';
import { findEnabledHook, type HookRow } from '../hooks/queries.ts';
import { refusalOf } from './refusal-of.ts';

const UNAUTHORIZED = 401;
/** How Slack says so, with the status 200. */
const UNAUTHORIZED_CODES = ['invalid_auth', 'not_authed', 'token_expired', 'token_revoked', 'account_inactive'];

/** How Shopify refuses tokens without an expiry, with the status 403. */
const LASTING_REFUSED = /non-expiring access tokens/i;

/** A connection of an account with a provider. */
export type Connection = {
  app: App;
  provider: ConnectedProvider;
  authorizationId: number;
  /** The provider's name for what is connected; null = it gives none. */
  referenceId: string | null;
};

/** @throws AppError `not_found` when the account is not connected to the provider, or that is switched off */
export async function connectionOf(
  app: App,
  tx: Tx,
  accountId: number,
  provider: ConnectedProvider,
): Promise<Connection> {
  return connectionBy(app, await findEnabledHook(tx, accountId, provider), provider);
}

/** The connection of the hook. @throws AppError `not_found` when there is none */
export function connectionBy(app: App, hook: HookRow | undefined, provider: ConnectedProvider): Connection {
  if (hook && hook.authorizationId !== null) {
    return { app, provider, authorizationId: hook.authorizationId, referenceId: hook.referenceId };
  }
  const detail = `the account is not connected to ${PROVIDERS[provider].title}`;
  throw new AppError('not_found', 'Integration not found', { detail });
}

/**
 * The granted body of `request`, as `requestAs`. Not for use in a transaction.
 * @throws AppError `invalid` when the provider refuses, or must be connected again; `unavailable` when it gives no answer
 */
export async function askConnected(
  connection: Connection,
  request: (token: string) => Promise<Reply>,
): Promise<Attributes> {
  const { app, provider } = connection;
  const { title } = PROVIDERS[provider];
  const reply = await requestAs(connection, request);
  if (reply.is === 'granted') return reply.body;
  if (reply.is === 'refused' && reply.code === NOT_CONNECTED) {
    throw invalid('Integration is not connected', `an administrator must connect ${title} again: ${reply.reason}`);
  }
  throw refusalOf(app, title, reply);
}

type Refusal = Extract<Reply, { is: 'refused' }>;

/** The code of a refusal because an administrator must connect the account again. */
const NOT_CONNECTED = 'not_connected';

/** The reply to `request` with an access token, repeated with a new token if the provider refuses the first early. */
export async function requestAs(connection: Connection, request: (token: string) => Promise<Reply>): Promise<Reply> {
  const { app, authorizationId } = connection;
  const first = await accessTokenOf(app, authorizationId);
  if (first.is !== 'token') return withoutToken(first);
  const reply = await request(first.token);
  if (reply.is === 'refused' && LASTING_REFUSED.test(reply.reason)) {
    const reason = `${reply.reason} (the setting oauth.shopify.expiring_tokens must be on, and the shop connected again)`;
    await loseTokenOf(app, authorizationId, first.token, reason);
    return { is: 'refused', code: NOT_CONNECTED, reason, status: 0 };
  }
  if (!isUnauthorized(reply)) return reply;
  await refuseTokenOf(app, authorizationId, first.token);
  const second = await accessTokenOf(app, authorizationId);
  if (second.is !== 'token') return withoutToken(second);
  return second.token === first.token ? reply : request(second.token);
}

/** Whether a refusal is not about the request, but ends only when an administrator connects the account again. */
export function isOfConnection(refusal: Refusal): boolean {
  return refusal.code === NOT_CONNECTED || isUnauthorized(refusal);
}

function isUnauthorized(reply: Reply): boolean {
  return reply.is === 'refused' && (reply.status === UNAUTHORIZED || UNAUTHORIZED_CODES.includes(reply.code));
}

function withoutToken({ is, reason }: Exclude<AccessToken, { is: 'token' }>): Reply {
  return is === 'later' ? { is: 'unavailable', reason } : { is: 'refused', code: NOT_CONNECTED, reason, status: 0 };
}
