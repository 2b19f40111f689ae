import type { OauthProvider } from '../../config/oauth-providers.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';

export type AuthorizationRow = {
  id: number;
  accountId: number | null;
  channelId: number | null;
  provider: OauthProvider;
  sealedTokens: string;
  details: Attributes;
  referenceId: string | null;
  expiresAt: Date | null;
  refreshDueAt: Date | null;
  problem: string | null;
};

/** The authorization with this id; null = there is none, or it has ended. */
export async function findAuthorization(tx: Tx, id: number): Promise<AuthorizationRow | null> {
  const row = await select(tx).where('id', '=', id).where('ended_at', 'is', null).executeTakeFirst();
  return row ?? null;
}

/** The authorization of the channel; null = it has none. */
export async function findAuthorizationOfChannel(tx: Tx, channelId: number): Promise<AuthorizationRow | null> {
  const row = await select(tx).where('channel_id', '=', channelId).where('ended_at', 'is', null).executeTakeFirst();
  return row ?? null;
}

/** An authorization that has ended and whose tokens are still good at the provider; null = there is none. */
export async function findEnded(tx: Tx, id: number): Promise<AuthorizationRow | null> {
  const row = await select(tx).where('id', '=', id).where('ended_at', 'is not', null).executeTakeFirst();
  return row ?? null;
}

/** Others in use that the provider calls by the same name. */
export function listInUse(tx: Tx, { provider, referenceId }: AuthorizationRow): Promise<AuthorizationRow[]> {
  return select(tx)
    .where('provider', '=', provider)
    .where('reference_id', '=', referenceId)
    .where('ended_at', 'is', null)
    .execute();
}

function select(tx: Tx) {
  return tx.db
    .selectFrom('authorizations')
    .select([
      'id',
      'account_id as accountId',
      'channel_id as channelId',
      'provider',
      'sealed_tokens as sealedTokens',
      'details',
      'reference_id as referenceId',
      'expires_at as expiresAt',
      'refresh_due_at as refreshDueAt',
      'problem',
    ]);
}
