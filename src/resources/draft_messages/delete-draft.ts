import type { Tx } from '../../db/tx.ts';
import type { DraftKey } from './draft-key.ts';

/** Forgets what the user has begun to write in the conversation, if anything. */
export async function deleteDraft(tx: Tx, { conversationId, userId }: DraftKey): Promise<void> {
  await tx.db
    .deleteFrom('draft_messages')
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .execute();
}
