import type { Tx } from '../../../db/tx.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { newWebhookSecret } from '../../../secrets.ts';
import { DAY } from '../../../time.ts';
import { webhookOf, type WebhookRow } from '../queries.ts';

/** How long the secret before the new one signs as well. */
const OVERLAP_MS = DAY;

/**
 * Gives the webhook a new signing secret. The previous secret also signs for another day. At most two are valid: an even
 * older secret, from a rotation within the last day, ends at once.
 * @throws AppError `not_found` when the webhook has been deleted
 */
export function rotateSecret(tx: Tx, webhook: Pick<WebhookRow, 'id' | 'accountId'>, now: Date): Promise<WebhookRow> {
  return inTransaction(tx, async (tx) => {
    await tx.db
      .updateTable('webhooks')
      .set((eb) => ({
        previous_sealed_secret: eb.ref('sealed_secret'),
        previous_secret_until: new Date(now.getTime() + OVERLAP_MS),
        sealed_secret: tx.installation.vault.seal(newWebhookSecret()),
        updated_at: now,
      }))
      .where('id', '=', webhook.id)
      .execute();
    return webhookOf(tx, webhook.accountId, webhook.id);
  });
}
