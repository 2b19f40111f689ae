import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import { withDeletionLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { dropJobs, enqueue } from '../../queue.ts';
import { endAuthorizations } from '../../oauth/end-authorizations.ts';
import { forgetAvatar } from '../files/avatar-owner.ts';
import { activeInboxes } from '../../records/active-inboxes.ts';
import type { InboxRow } from './queries.ts';
import { removeInbox } from './remove-inbox.ts';
import { templatesSubject, SYNC_TEMPLATES } from './whatsapp/sync-templates.ts';
import { touchInboxes } from './write-inbox.ts';

/**
 * The most conversations that are removed at once; a job removes more. A job of a million messages takes a minute,
 * while other requests write.
 */
const AT_ONCE = 100;
/** The kind of job that removes conversations. */
const DELETE_INBOX = 'delete_inbox';

/**
 * Deletes an inbox with its content. With more than `AT_ONCE` conversations, the inbox becomes inactive, a job deletes the
 * rest, and `isDone` is false.
 * @throws AppError `not_found`, "Inbox not found", when another request has just deleted a large inbox
 */
export async function deleteInbox(
  tx: Tx,
  account: AccountRecord,
  inbox: InboxRow,
  now: Date,
): Promise<{ isDone: boolean }> {
  const isLarge = await hasMoreThan(tx, inbox, AT_ONCE);
  if (isLarge) await retire(tx, account, inbox, now);
  else await removeInbox(tx, account.id, inbox.id, now);
  return { isDone: !isLarge };
}

async function hasMoreThan(tx: Tx, { id }: InboxRow, most: number): Promise<boolean> {
  const conversations = tx.db.selectFrom('conversations').select('id').where('inbox_id', '=', id);
  return (await conversations.limit(1).offset(most).executeTakeFirst()) !== undefined;
}

/** Makes the inbox inactive: it is not found, it takes and sends no messages, and its address is free for another. */
function retire(tx: Tx, account: AccountRecord, inbox: InboxRow, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const { id, channel } = inbox;
    const active = activeInboxes(tx).select('id').where('id', '=', id);
    // Waits for conversations that are being created in it; later requests find no inbox.
    found(await withDeletionLock(tx, active).executeTakeFirst(), 'Inbox');
    await touchInboxes(tx, account.id, now);
    await tx.db
      .updateTable('inboxes')
      .set({ deleted_at: now, agent_bot_id: null, avatar_url: null })
      .where('id', '=', id)
      .execute();
    await tx.db
      .updateTable('channels')
      .set({ address: null, claimed_address: null, webhook_url: null, sealed_secrets: null })
      .where('id', '=', channel.id)
      .execute();
    await endAuthorizations(tx, { channelId: channel.id }, now);
    await tx.db.deleteFrom('inbox_members').where('inbox_id', '=', id).execute();
    await tx.db.deleteFrom('webhooks').where('inbox_id', '=', id).execute();
    await dropJobs(tx, SYNC_TEMPLATES, templatesSubject(inbox));
    const job = { kind: DELETE_INBOX, payload: { inbox_id: id }, subject: templatesSubject(inbox) };
    await enqueue(tx, { ...job, accountId: account.id }, now);
    await forgetAvatar(tx, { type: 'Inbox', id }, now);
  });
}
