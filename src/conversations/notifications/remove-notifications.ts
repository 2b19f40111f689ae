import type { Tx } from '../../db/tx.ts';
import { inList } from '../../db/dialect.ts';
import { tellNotifications } from '../../events/tell.ts';

/** Removes all notifications of conversations that are being deleted; they are of one account. */
export async function removeNotificationsOf(tx: Tx, conversationIds: number[]): Promise<void> {
  const removed = await tx.db
    .deleteFrom('notifications')
    .where(inList(tx, 'conversation_id', JSON.stringify(conversationIds)))
    .returning(['id', 'user_id as userId', 'account_id as accountId'])
    .execute();
  const [first] = removed;
  if (first) await tellNotifications(tx, first.accountId, 'deleted', removed);
}

/** Removes those about a message of the locked conversation that is being deleted. */
export async function removeNotificationsAbout(
  tx: Tx,
  conversation: { id: number; account: { id: number } },
  messageId: number,
): Promise<void> {
  const removed = await tx.db
    .deleteFrom('notifications')
    .where('conversation_id', '=', conversation.id)
    .where('secondary_actor_type', '=', 'Message')
    .where('secondary_actor_id', '=', messageId)
    .returning(['id', 'user_id as userId'])
    .execute();
  await tellNotifications(tx, conversation.account.id, 'deleted', removed);
}
