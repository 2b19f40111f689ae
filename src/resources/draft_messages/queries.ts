import type { Tx } from '../../db/tx.ts';
import type { DraftKey } from './draft-key.ts';

/** The user's draft in the conversation; null = none. */
export async function findDraft(tx: Tx, { conversationId, userId }: DraftKey): Promise<string | null> {
  const draft = await tx.db
    .selectFrom('draft_messages')
    .select('message')
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return draft?.message ?? null;
}
