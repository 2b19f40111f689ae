import { db, type EntityManager } from '../../db/orm.ts';

/** Deletes a webhook; what is still due to it is not sent. */
export async function deleteWebhook(em: EntityManager, webhook: { id: number }): Promise<void> {
  await db(em).deleteFrom('webhooks').where('id', '=', webhook.id).execute();
}
