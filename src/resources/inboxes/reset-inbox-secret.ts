import type { AccountRecord } from '../../records/account.ts';
import { openSecrets, sealSecrets } from '../../channels/secrets.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found, notFound } from '../../errors.ts';
import { newWebhookSecret } from '../../secrets.ts';
import { findInbox, type InboxRow, lockInbox } from './queries.ts';

/**
 * Replaces the secret that signs what is sent to the inbox's address.
 * @throws AppError `not_found` when the inbox has been deleted, or has no API channel: others have no such secret
 */
export function resetInboxSecret(em: EntityManager, account: AccountRecord, id: number, now: Date): Promise<InboxRow> {
  return inTransaction(em, async (em) => {
    await lockInbox(em, id);
    const inbox = found(await findInbox(em, account.id, id), 'Inbox');
    if (inbox.channel.type !== 'api') throw notFound('Inbox secret');
    const sealedSecrets = sealSecrets(em, { ...openSecrets(em, inbox.sealedSecrets), secret: newWebhookSecret() });
    await db(em)
      .updateTable('channels')
      .set({ sealed_secrets: sealedSecrets, updated_at: now })
      .where('id', '=', inbox.channel.id)
      .execute();
    return { ...inbox, sealedSecrets };
  });
}
