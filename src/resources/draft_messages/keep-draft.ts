import { withKeyShareLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import type { DraftKey } from './draft-key.ts';
import { deleteDraft } from './delete-draft.ts';

/**
 * Keeps what the user has begun to write, in place of what was kept before; blank text is none.
 * @throws AppError `not_found` when the conversation has been deleted
 */
export function keepDraft(tx: Tx, key: DraftKey, message: string, now: Date): Promise<void> {
  if (message.trim() === '') return deleteDraft(tx, key);
  const { accountId, conversationId, userId } = key;
  return inTransaction(tx, async (tx) => {
    const conversation = tx.db.selectFrom('conversations').select('id').where('id', '=', conversationId);
    found(await withKeyShareLock(tx, conversation).executeTakeFirst(), 'Conversation');
    await tx.db
      .insertInto('draft_messages')
      .values({ account_id: accountId, conversation_id: conversationId, user_id: userId, message, updated_at: now })
      .onConflict((conflict) =>
        conflict.columns(['conversation_id', 'user_id']).doUpdateSet({ message, updated_at: now }),
      )
      .execute();
  });
}
