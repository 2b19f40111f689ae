import type { OauthProvider } from '../../config/oauth-providers.ts';
import { json } from '../../db/dialect.ts';
import type { Tx } from '../../db/tx.ts';
import { endAuthorizations } from '../../oauth/end-authorizations.ts';
import { type Grant, sealTokens } from '../../oauth/tokens.ts';

/** The purpose of a grant: a channel, or an integration of the account. */
export type Purpose = { accountId: number; provider: OauthProvider; channelId: number | null };

/**
 * Keeps what the provider has granted, in the place of what it granted for the same before. That is revoked only where it
 * is for something else there: some providers give the same token again. An integration gets a hook. Call it with the inbox or
 * the account locked.
 */
export async function storeAuthorization(tx: Tx, purpose: Purpose, grant: Grant, now: Date): Promise<void> {
  const before = await tx.db
    .selectFrom('authorizations')
    .select(['id', 'provider', 'reference_id as referenceId'])
    .where('ended_at', 'is', null)
    .where('account_id', '=', purpose.accountId)
    .$if(purpose.channelId !== null, (query) => query.where('channel_id', '=', purpose.channelId))
    .$if(purpose.channelId === null, (query) =>
      query.where('channel_id', 'is', null).where('provider', '=', purpose.provider),
    )
    .executeTakeFirst();
  if (before?.provider === purpose.provider && before.referenceId === grant.referenceId) {
    await tx.db
      .updateTable('authorizations')
      .set(columnsOf(tx, grant, now))
      .where('id', '=', before.id)
      .execute();
    return;
  }
  const { accountId, channelId, provider } = purpose;
  const former = channelId === null ? { accountId, integration: provider } : { channelId };
  if (before) await endAuthorizations(tx, former, now);
  const { id } = await tx.db
    .insertInto('authorizations')
    .values({
      account_id: accountId,
      channel_id: channelId,
      provider,
      ...columnsOf(tx, grant, now),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (channelId !== null) return;
  await tx.db
    .insertInto('hooks')
    .values({
      account_id: accountId,
      app_id: provider,
      authorization_id: id,
      settings: json({}),
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** The columns of an authorization that works, with no refresh under way: what one would bring is out of date. */
export function columnsOf(tx: Tx, grant: Grant, now: Date) {
  return {
    sealed_tokens: sealTokens(tx, grant.tokens),
    details: json(grant.details),
    reference_id: grant.referenceId,
    expires_at: grant.expiresAt,
    refresh_due_at: grant.refreshDueAt,
    leased_by: null,
    leased_until: null,
    problem: null,
    updated_at: now,
  };
}
