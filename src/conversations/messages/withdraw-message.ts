import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { subtractRemoved } from '../reporting/append-changes.ts';
import { updateConversation } from '../update-conversation.ts';
import { deleteMessage } from './delete-message.ts';

/**
 * Removes a message without a trace in the conversation, such as a withdrawn reaction; listeners are told of the deletion.
 * `conversationId` is the row key.
 * @throws AppError `not_found`, "Message not found", when the conversation does not have the message
 */
export function withdrawMessage(tx: Tx, conversationId: number, id: number, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await deleteMessage(tx, conversationId, id, now);
    const before = await lockConversation(tx, conversationId);
    await subtractRemoved(tx, { conversationIds: [conversationId], messageIds: [id] });
    await tx.db.deleteFrom('messages').where('id', '=', id).execute();
    const changes = {
      ...(before.lastMessageId === id && { lastMessageId: await newestIn(tx, conversationId, 'all') }),
      ...(before.lastNonActivityMessageId === id && {
        lastNonActivityMessageId: await newestIn(tx, conversationId, 'no activities'),
      }),
    };
    await updateConversation(tx, before, changes);
  });
}

async function newestIn(tx: Tx, conversationId: number, which: 'all' | 'no activities'): Promise<number | null> {
  const newest = await tx.db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .$if(which === 'no activities', (query) => query.where('message_type', '!=', 'activity'))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id ?? null;
}
