import type { OauthProvider } from '../../config/oauth-providers.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { notFound } from '../../errors.ts';
import { endAuthorizations } from '../../oauth/end-authorizations.ts';
import { lockAccount } from '../../records/access/lock-account.ts';

/**
 * Ends the account's integration with the provider; its tokens are revoked there in the background.
 * @throws AppError `not_found` when it has none
 */
export function deleteIntegration(tx: Tx, accountId: number, integration: OauthProvider, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockAccount(tx, accountId);
    if ((await endAuthorizations(tx, { accountId, integration }, now)) === 0) throw notFound('Integration');
  });
}
