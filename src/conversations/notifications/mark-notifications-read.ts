import type { Tx } from '../../db/tx.ts';
import { tellNotifications } from '../../events/tell.ts';
import type { Member } from '../../records/user.ts';

/**
 * Marks the member's unread notifications as read: those of the conversation with this row key; null = all. To be called
 * in a transaction.
 */
export async function markNotificationsRead(
  tx: Tx,
  { accountId, userId }: Member,
  conversationId: number | null,
  now: Date,
): Promise<void> {
  const read = await tx.db
    .updateTable('notifications')
    .set({ read_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .$if(conversationId !== null, (query) => query.where('conversation_id', '=', conversationId ?? 0))
    .returning(['id', 'user_id as userId'])
    .execute();
  await tellNotifications(tx, accountId, 'updated', read);
}
