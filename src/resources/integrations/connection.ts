import type { App } from '../../app.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Reply } from '../../oauth/ask.ts';
import { PROVIDERS } from '../../oauth/providers.ts';
import { accessTokenOf, refuseTokenOf } from '../authorizations/access-token.ts';
import type { ConnectedProvider } from '../hooks/apps/app.ts';
import { findEnabledHook } from '../hooks/queries.ts';
import { refusalOf } from './refusal-of.ts';

const UNAUTHORIZED = 401;

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
  const hook = await findEnabledHook(tx, accountId, provider);
  if (hook && hook.authorizationId !== null) {
    return { app, provider, authorizationId: hook.authorizationId, referenceId: hook.referenceId };
  }
  const detail = `the account is not connected to ${PROVIDERS[provider].title}`;
  throw new AppError('not_found', 'Integration not found', { detail });
}

/**
 * What the provider grants to `request`, which is given an access token; once more with another one where that is refused
 * although it should be good. Not for the inside of a transaction.
 * @throws AppError `invalid` when the provider refuses, or must be connected again; `unavailable` when it gives no answer
 */
export async function askConnected(
  connection: Connection,
  request: (token: string) => Promise<Reply>,
): Promise<Attributes> {
  const { app, authorizationId, provider } = connection;
  const token = await tokenOf(connection);
  const reply = await request(token);
  if (reply.is !== 'refused' || reply.status !== UNAUTHORIZED) return grantedBy(app, provider, reply);
  await refuseTokenOf(app, authorizationId, token);
  const another = await tokenOf(connection);
  return grantedBy(app, provider, another === token ? reply : await request(another));
}

async function tokenOf({ app, authorizationId, provider }: Connection): Promise<string> {
  const { title } = PROVIDERS[provider];
  const token = await accessTokenOf(app, authorizationId);
  if (token.is === 'token') return token.token;
  if (token.is === 'later') throw new AppError('unavailable', `${title} is not available`, { detail: token.reason });
  throw invalid('Integration is not connected', `an administrator must connect ${title} again: ${token.reason}`);
}

function grantedBy(app: App, provider: ConnectedProvider, reply: Reply): Attributes {
  if (reply.is === 'granted') return reply.body;
  throw refusalOf(app, PROVIDERS[provider].title, reply);
}
