import type { Tx } from '../db/tx.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { removeConversations } from './remove-conversations.ts';

/**
 * Deletes the conversation with this row key and everything in it, and queues the removal of its files.
 * @throws AppError `not_found`, "Conversation not found", when it has been deleted already
 */
export function deleteConversation(tx: Tx, id: number, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const { account, displayId, inbox, contact } = await lockConversation(tx, id);
    const changes = { display_id: displayId, inbox_id: inbox.id, contact_id: contact.id };
    await tx.audit({ accountId: account.id, type: 'Conversation', id, action: 'destroy', changes });
    await removeConversations(tx, [id], now);
  });
}
