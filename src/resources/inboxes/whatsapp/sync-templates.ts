import type { Tx } from '../../../db/tx.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { hasTemplates, isReadyForTemplates } from '../../../channels/whatsapp/message-templates.ts';
import { openSecrets } from '../../../channels/secrets.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { invalid } from '../../../errors.ts';
import { enqueue } from '../../../queue.ts';
import type { InboxRow } from '../queries.ts';

/** The kind of job that fetches message templates. */
export const SYNC_TEMPLATES = 'sync_templates';

/** The subject of the inbox's jobs, which fetch templates or delete the inbox. */
export const templatesSubject = (inbox: Pick<InboxRow, 'id'>) => `Inbox ${inbox.id}`;

/**
 * Queues a job that fetches the message templates of a WhatsApp inbox from its provider.
 * @throws AppError `invalid` for an inbox of another channel
 */
export function syncTemplates(tx: Tx, account: AccountRecord, inbox: InboxRow, now: Date): Promise<void> {
  if (!hasTemplates(inbox.channel)) throw invalid('Template sync is only available for WhatsApp channels');

  return queueSync(tx, account.id, inbox, now);
}

/** Queues the job for the inbox of a WhatsApp number that can send; nothing for any other. */
export async function syncIfReady(tx: Tx, account: AccountRecord, inbox: InboxRow, now: Date): Promise<void> {
  const { channel, sealedSecrets } = inbox;
  if (isReadyForTemplates(channel, openSecrets(tx, sealedSecrets))) await queueSync(tx, account.id, inbox, now);
}

/** Queues a job that fetches the message templates of the WhatsApp inbox, at once or at `dueAt`. */
export function queueSync(
  tx: Tx,
  accountId: number,
  inbox: Pick<InboxRow, 'id'>,
  now: Date,
  dueAt: Date = now,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const job = { kind: SYNC_TEMPLATES, payload: { inbox_id: inbox.id }, subject: templatesSubject(inbox), dueAt };
    await enqueue(tx, { ...job, accountId }, now);
  });
}
