import type { Tx } from '../../db/tx.ts';
import { withDeletionLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dropJobs } from '../../queue.ts';
import { endAuthorizations } from '../../oauth/end-authorizations.ts';
import { forgetAvatar } from '../files/avatar-owner.ts';
import { attachedFileKeys } from '../../conversations/messages/attached-file-keys.ts';
import { lockConversations, removeConversations } from '../../conversations/remove-conversations.ts';
import { dropFiles } from '../../storage/drop-files.ts';
import { templatesSubject, SYNC_TEMPLATES } from './whatsapp/sync-templates.ts';
import { touchInboxes } from './write-inbox.ts';

/** The conversations removed in one transaction: few, so that other requests do not wait long. */
const BATCH = 20;

/** Removes up to `BATCH` conversations of the inbox. `count`: how many; `isLast`: fewer than `BATCH`. */
export function removeBatch(tx: Tx, inboxId: number, now: Date): Promise<{ count: number; isLast: boolean }> {
  return inTransaction(tx, async (tx) => {
    const ids = await lockConversations(tx, { column: 'inbox_id', id: inboxId }, BATCH);
    return { count: await removeConversations(tx, ids, now), isLast: ids.length < BATCH };
  });
}

/**
 * Removes an inbox with its channel, webhooks, members, campaigns and picture, and every conversation that is left in
 * it; nothing when it is gone already.
 */
export function removeInbox(tx: Tx, accountId: number, inboxId: number, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    // Locks conversations, then the inbox, then the account, as everywhere. From then on no conversation can start
    // there.
    const conversations = { column: 'inbox_id', id: inboxId } as const;
    await lockConversations(tx, conversations, null);
    const channelId = await lockInboxToRemove(tx, accountId, inboxId);
    if (channelId === null) return;
    await touchInboxes(tx, accountId, now);
    await dropJobs(tx, SYNC_TEMPLATES, templatesSubject({ id: inboxId }));

    await dropFiles(tx, await attachedFileKeys(tx, await lockConversations(tx, conversations, null)), now);
    await dropFiles(tx, await receivedFileKeys(tx, inboxId), now);
    await forgetAvatar(tx, { type: 'Inbox', id: inboxId }, now);
    await endAuthorizations(tx, { channelId }, now);
    await tx.db.deleteFrom('inboxes').where('id', '=', inboxId).execute();
    await tx.db.deleteFrom('channels').where('id', '=', channelId).execute();
    await tx.db
      .deleteFrom('conversation_counts')
      .where('account_id', '=', accountId)
      .where('inbox_id', '=', inboxId)
      .execute();
  });
}

/** Locks the inbox until the end of the transaction. Returns the id of its channel; null when it has been deleted. */
async function lockInboxToRemove(tx: Tx, accountId: number, id: number): Promise<number | null> {
  const inbox = tx.db
    .selectFrom('inboxes')
    .select('channel_id as channelId')
    .where('id', '=', id)
    .where('account_id', '=', accountId);
  return (await withDeletionLock(tx, inbox).executeTakeFirst())?.channelId ?? null;
}

/** The files of what the inbox has received and not handled. */
async function receivedFileKeys(tx: Tx, inboxId: number): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('received_events')
    .select('file_key as key')
    .where('inbox_id', '=', inboxId)
    .where('file_key', 'is not', null)
    .execute();
  return rows.flatMap(({ key }) => key ?? []);
}
