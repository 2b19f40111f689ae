import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import { openSecrets, sealSecrets } from '../../channels/secrets.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found, notFound } from '../../errors.ts';
import { newWebhookSecret } from '../../secrets.ts';
import { findInbox, type InboxRow, lockInbox } from './queries.ts';

/**
 * Replaces the secret that signs what is sent to the inbox's address.
 * @throws AppError `not_found` when the inbox has been deleted, or has no API channel: others have no such secret
 */
export function resetInboxSecret(tx: Tx, account: AccountRecord, id: number, now: Date): Promise<InboxRow> {
  return inTransaction(tx, async (tx) => {
    await lockInbox(tx, id);
    const inbox = found(await findInbox(tx, account.id, id), 'Inbox');
    if (inbox.channel.type !== 'api') throw notFound('Inbox secret');
    const sealedSecrets = sealSecrets(tx, { ...openSecrets(tx, inbox.sealedSecrets), secret: newWebhookSecret() });
    await tx.db
      .updateTable('channels')
      .set({ sealed_secrets: sealedSecrets, updated_at: now })
      .where('id', '=', inbox.channel.id)
      .execute();
    return { ...inbox, sealedSecrets };
  });
}
