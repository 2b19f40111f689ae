import type { Tx } from '../db/tx.ts';
import { inList, withDeletionLock } from '../db/dialect.ts';
import { tell } from '../events/tell.ts';
import { dropFiles } from '../storage/drop-files.ts';
import { attachedFileKeys } from './messages/attached-file-keys.ts';
import { removeNotificationsOf } from './notifications/remove-notifications.ts';
import { subtractRemoved } from './reporting/append-changes.ts';
import { type Counted, countConversation } from './count-conversation.ts';

/** All conversations of the contact or inbox with this id. */
export type ConversationsOf = { column: 'contact_id' | 'inbox_id'; id: number };

/**
 * Locks the conversations for deletion until the end of the transaction: the `most` with the smallest row keys, null =
 * all. Returns the row keys.
 */
export async function lockConversations(
  tx: Tx,
  { column, id }: ConversationsOf,
  most: number | null,
): Promise<number[]> {
  const conversations = tx.db
    .selectFrom('conversations')
    .select('id')
    .where(column, '=', id)
    .orderBy('id')
    .$if(most !== null, (query) => query.limit(most ?? 0));
  return (await withDeletionLock(tx, conversations).execute()).map((row) => row.id);
}

/**
 * Removes locked conversations with everything in them, subtracts them from the counts, and queues the removal of their
 * files. Returns how many they were.
 */
export async function removeConversations(tx: Tx, ids: number[], now: Date): Promise<number> {
  await subtractRemoved(tx, { conversationIds: ids });
  await dropFiles(tx, await attachedFileKeys(tx, ids), now);
  await removeNotificationsOf(tx, ids);
  const removed = await tx.db
    .deleteFrom('conversations')
    .where(inList(tx, 'id', JSON.stringify(ids)))
    .returning([
      'account_id as accountId',
      'inbox_id as inboxId',
      'display_id as displayId',
      'status',
      'assignee_id as assigneeId',
      'unread_count as unreadCount',
    ])
    .execute();
  for (const { counted, count } of grouped(removed)) await countConversation(tx, counted, -count);
  await tellOfRemoved(tx, removed);
  await tellOfUnread(tx, removed);
  return removed.length;
}

/** Conversations of which is told at once. */
const TOLD_AT_ONCE = 500;

async function tellOfRemoved(
  tx: Tx,
  removed: { accountId: number; inboxId: number; displayId: number }[],
): Promise<void> {
  for (const [inboxId, ofInbox] of Map.groupBy(removed, (one) => one.inboxId)) {
    for (let from = 0; from < ofInbox.length; from += TOLD_AT_ONCE) {
      const some = ofInbox.slice(from, from + TOLD_AT_ONCE);
      const [{ accountId }] = some as [(typeof some)[number]];
      await tell(tx, { is: 'conversations deleted', accountId, inboxId, ids: some.map(({ displayId }) => displayId) });
    }
  }
}

/** Tells once of each inbox in which one of the removed conversations was open and unread. */
async function tellOfUnread(tx: Tx, removed: (Counted & { unreadCount: number })[]): Promise<void> {
  const unread = removed.filter(({ status, unreadCount }) => status === 'open' && unreadCount > 0);
  const accountOf = new Map(unread.map(({ inboxId, accountId }) => [inboxId, accountId]));
  for (const [inboxId, accountId] of accountOf) await tell(tx, { is: 'unread', accountId, inboxId });
}

/** The conversations grouped by their count, each with an example and the number; sorted, so that transactions lock in the same order. */
function grouped(conversations: Counted[]): { counted: Counted; count: number }[] {
  const keyOf = ({ inboxId, status, assigneeId }: Counted) => `${inboxId} ${status} ${assigneeId}`;
  const groups = Map.groupBy(conversations, keyOf);
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => ({ counted: group[0] as Counted, count: group.length }));
}
