import type { Tx } from '../db/tx.ts';
import { sql } from 'kysely';
import { inTransaction } from '../db/transaction.ts';
import { tell } from '../events/tell.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { readMessages } from '../records/read-messages.ts';
import { setMessageStatus } from './messages/update-message-status.ts';
import { updateConversation } from './update-conversation.ts';

/** Most messages marked as read in a transaction, because each is an event. */
const MOST = 100;

/**
 * Records that the contact saw the conversation with this row key at `now`: the team's messages become read. False = more
 * messages are left for the next call.
 * @throws AppError `not_found` when the conversation has been deleted
 */
export function markSeenByContact(tx: Tx, id: number, now: Date): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    const before = await lockConversation(tx, id);
    const unread = await findUnreadByContact(tx, id, before.contactLastSeenAt, now);
    for (const message of await readMessages(tx, unread)) {
      await setMessageStatus(tx, before, message, { status: 'read', externalError: null }, now);
    }
    if (unread.length === MOST) return false;
    await updateConversation(tx, before, { contactLastSeenAt: now });
    await tell(tx, { is: 'read', accountId: before.account.id, conversationId: id });
    return true;
  });
}

/** The row keys of the oldest of the messages, at most 100, that the contact has seen at `now`, but not at `seenAt` (null = never). */
export async function findUnreadByContact(
  tx: Tx,
  conversationId: number,
  seenAt: Date | null,
  now: Date,
): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    // Read from the end of the index, up to the newest message that had been seen.
    .where('id', '>', (eb) =>
      eb.fn.coalesce(
        eb
          .selectFrom('messages')
          .select('id')
          .where('conversation_id', '=', conversationId)
          .where('created_at', '<=', seenAt ?? new Date(0))
          .orderBy('id', 'desc')
          .limit(1),
        sql.lit(0),
      ),
    )
    .where('message_type', 'in', ['outgoing', 'template'])
    .where('private', '=', false)
    .where('status', 'in', ['sent', 'delivered'])
    .where('created_at', '<=', now)
    .orderBy('id')
    .limit(MOST)
    .execute();
  return rows.map(({ id }) => id);
}
