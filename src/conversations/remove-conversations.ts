import type { Tx } from '../db/tx.ts';
import { inList, withDeletionLock } from '../db/dialect.ts';
import { dropFiles } from '../storage/drop-files.ts';
import { attachedFileKeys } from './messages/attached-file-keys.ts';
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
  await dropFiles(tx, await attachedFileKeys(tx, ids), now);
  const removed = await tx.db
    .deleteFrom('conversations')
    .where(inList(tx, 'id', JSON.stringify(ids)))
    .returning(['account_id as accountId', 'inbox_id as inboxId', 'status', 'assignee_id as assigneeId'])
    .execute();
  for (const { counted, count } of grouped(removed)) await countConversation(tx, counted, -count);
  return removed.length;
}

/** One conversation of each that are counted under the same, and how many they are; in one order for everybody. */
function grouped(conversations: Counted[]): { counted: Counted; count: number }[] {
  const keyOf = ({ inboxId, status, assigneeId }: Counted) => `${inboxId} ${status} ${assigneeId}`;
  const groups = Map.groupBy(conversations, keyOf);
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => ({ counted: group[0] as Counted, count: group.length }));
}
