import type { EntityManager } from '../db/orm.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { removeConversations } from './remove-conversations.ts';

/**
 * Deletes a conversation with everything in it. Returns the keys of its files, which are the caller's to remove.
 * @throws AppError `not_found` when somebody else was faster
 */
export function deleteConversation(em: EntityManager, id: number, now: Date): Promise<void> {
  return inTransaction(em, async (em) => {
    await lockConversation(em, id);
    await removeConversations(em, [id], now);
  });
}
