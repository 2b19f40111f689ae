import type { OauthProvider } from '../../config/oauth-providers.ts';
import { withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import type { Grant } from '../../oauth/tokens.ts';
import { findHookOf } from '../hooks/queries.ts';
import { goOnFromNow } from '../hooks/slack/slack-hook.ts';
import { storeAuthorization } from './store-authorization.ts';

/**
 * Stores an integration of the account with the provider, replacing the former integration. If Slack had ended the former
 * one, messages of the meantime are not sent to Slack.
 */
export function keepIntegration(
  tx: Tx,
  accountId: number,
  provider: OauthProvider,
  grant: Grant,
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    // Two that come back at once must not make two.
    const account = tx.db
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', accountId)
      .where('deleted_at', 'is', null);
    found(await withRowLock(tx, account).executeTakeFirst(), 'Account');
    const slack = provider === 'slack' ? await findHookOf(tx, accountId, 'slack') : undefined;
    await storeAuthorization(tx, { accountId, provider, channelId: null }, grant, now);
    if (slack && slack.problem !== null) await goOnFromNow(tx, slack.id);
  });
}
