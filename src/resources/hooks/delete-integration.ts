import type { OauthProvider } from '../../config/oauth-providers.ts';
import { withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { notFound } from '../../errors.ts';
import { endAuthorizations } from '../../oauth/end-authorizations.ts';

/**
 * Ends the account's integration with the provider; its tokens are revoked there in the background.
 * @throws AppError `not_found` when it has none
 */
export function deleteIntegration(tx: Tx, accountId: number, integration: OauthProvider, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await withRowLock(tx, tx.db.selectFrom('accounts').select('id').where('id', '=', accountId)).execute();
    if ((await endAuthorizations(tx, { accountId, integration }, now)) === 0) throw notFound('Integration');
  });
}
