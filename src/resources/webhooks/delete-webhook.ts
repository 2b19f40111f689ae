import type { Tx } from '../../db/tx.ts';

/** Deletes a webhook; what is still due to it is not sent. */
export async function deleteWebhook(tx: Tx, webhook: { id: number }): Promise<void> {
  await tx.db.deleteFrom('webhooks').where('id', '=', webhook.id).execute();
}
