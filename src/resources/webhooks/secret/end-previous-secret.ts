import type { Tx } from '../../../db/tx.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { webhookOf, type WebhookRow } from '../queries.ts';

/**
 * Ends the previous secret of the webhook, so that only the present one signs. Changes nothing without a previous secret.
 * @throws AppError `not_found` when the webhook has been deleted
 */
export function endPreviousSecret(
  tx: Tx,
  webhook: Pick<WebhookRow, 'id' | 'accountId'>,
  now: Date,
): Promise<WebhookRow> {
  return inTransaction(tx, async (tx) => {
    await tx.db
      .updateTable('webhooks')
      .set({ previous_sealed_secret: null, previous_secret_until: null, updated_at: now })
      .where('id', '=', webhook.id)
      .where('previous_secret_until', 'is not', null)
      .execute();
    return webhookOf(tx, webhook.accountId, webhook.id);
  });
}
