import { withDeletionLock } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dropJobs } from '../../queue.ts';
import { forgetAvatar } from '../files/avatar-owner.ts';
import { attachedFiles } from '../../conversations/messages/attached-files.ts';
import { holdConversations, removeConversations } from '../../conversations/remove-conversations.ts';
import { dropFiles } from '../../storage/drop-files.ts';
import { templatesSubject, SYNC_TEMPLATES } from './sync-templates.ts';
import { touchInboxes } from './write-inbox.ts';

/** Conversations of one transaction: few enough that nobody waits long for it. */
const BATCH = 20;

/** Removes some of the conversations of an inbox, `count` of them; fewer than a batch is `isLast`. */
export function removeSome(em: EntityManager, inboxId: number, now: Date): Promise<{ count: number; isLast: boolean }> {
  return inTransaction(em, async (em) => {
    const ids = await holdConversations(em, { column: 'inbox_id', id: inboxId }, BATCH);
    return { count: await removeConversations(em, ids, now), isLast: ids.length < BATCH };
  });
}

/**
 * Removes an inbox with its channel, webhooks, members, campaigns and picture, and every conversation that is left in it;
 * nothing when it is gone already.
 */
export function removeInbox(em: EntityManager, accountId: number, inboxId: number, now: Date): Promise<void> {
  return inTransaction(em, async (em) => {
    // Conversations before the inbox before the account, as others have it. From then on no conversation begins there.
    const conversations = { column: 'inbox_id', id: inboxId } as const;
    await holdConversations(em, conversations, null);
    const channelId = await lockInboxToRemove(em, accountId, inboxId);
    if (channelId === null) return;
    await touchInboxes(em, accountId, now);
    await dropJobs(em, SYNC_TEMPLATES, templatesSubject({ id: inboxId }));

    await dropFiles(em, await attachedFiles(em, await holdConversations(em, conversations, null)), now);
    await forgetAvatar(em, { type: 'Inbox', id: inboxId }, now);
    await db(em).deleteFrom('channels').where('id', '=', channelId).execute();
    await db(em)
      .deleteFrom('conversation_counts')
      .where('account_id', '=', accountId)
      .where('inbox_id', '=', inboxId)
      .execute();
  });
}

/** Holds the inbox until the end of the transaction. Returns the key of its channel; null when it is gone. */
async function lockInboxToRemove(em: EntityManager, accountId: number, id: number): Promise<number | null> {
  const inbox = db(em)
    .selectFrom('inboxes')
    .select('channel_id as channelId')
    .where('id', '=', id)
    .where('account_id', '=', accountId);
  return (await withDeletionLock(em, inbox).executeTakeFirst())?.channelId ?? null;
}
