import type { Tx } from '../db/tx.ts';
import { enqueue } from '../queue.ts';
import type { OauthProvider } from '../config/oauth-providers.ts';

/** The authorizations to end: of a channel, of an account, or of an integration. */
export type Ending = { channelId: number } | { accountId: number } | { accountId: number; integration: OauthProvider };

/** The kind of job that revokes tokens at the provider. */
const REVOKE_AUTHORIZATION = 'revoke_authorization';

/**
 * Ends authorizations in the transaction of what they were for: their tokens are not used any more, their hooks are gone, and
 * a job revokes them at the provider. Returns how many there were.
 */
export async function endAuthorizations(tx: Tx, ending: Ending, now: Date): Promise<number> {
  const ended = await tx.db
    .updateTable('authorizations')
    .set({
      ended_at: now,
      updated_at: now,
      channel_id: null,
      refresh_due_at: null,
      leased_by: null,
      leased_until: null,
    })
    .where('ended_at', 'is', null)
    .$if('channelId' in ending, (query) => query.where('channel_id', '=', 'channelId' in ending ? ending.channelId : 0))
    .$if('accountId' in ending, (query) => query.where('account_id', '=', 'accountId' in ending ? ending.accountId : 0))
    .$if('integration' in ending, (query) =>
      query
        .where('channel_id', 'is', null)
        .where('provider', '=', 'integration' in ending ? ending.integration : 'slack'),
    )
    .returning('id')
    .execute();
  for (const { id } of ended) {
    await tx.db.deleteFrom('hooks').where('authorization_id', '=', id).execute();
    // For the installation: the account may be going too.
    await enqueue(tx, { kind: REVOKE_AUTHORIZATION, accountId: null, payload: { authorization_id: id } }, now);
  }
  return ended.length;
}
