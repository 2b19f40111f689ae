import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import { inTransaction } from '../../db/transaction.ts';
import { invalid } from '../../errors.ts';
import { enqueue } from '../../queue.ts';
import type { InboxRow } from './queries.ts';

/** The kind of job that fetches message templates. */
export const SYNC_TEMPLATES = 'sync_templates';

/** The job's subject. */
export const templatesSubject = (inbox: Pick<InboxRow, 'id'>) => `Inbox ${inbox.id}`;

/** Requests the message templates of the inbox from its provider. @throws AppError `invalid` for other channels */
export function syncTemplates(tx: Tx, account: AccountRecord, inbox: InboxRow, now: Date): Promise<void> {
  if (inbox.channel.type !== 'whatsapp') throw invalid('Template sync is only available for WhatsApp channels');

  return inTransaction(tx, async (tx) => {
    const job = { kind: SYNC_TEMPLATES, payload: { inbox_id: inbox.id }, subject: templatesSubject(inbox) };
    await enqueue(tx, { ...job, accountId: account.id }, now);
  });
}
