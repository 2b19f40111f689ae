import type { Tx } from '../../db/tx.ts';

/** Makes the users participants of the locked conversation; present participants stay unchanged. */
export async function followConversation(
  tx: Tx,
  conversation: { id: number; account: { id: number } },
  userIds: number[],
  now: Date,
): Promise<void> {
  if (userIds.length === 0) return;
  await tx.db
    .insertInto('participants')
    .values(
      userIds.map((userId) => ({
        account_id: conversation.account.id,
        conversation_id: conversation.id,
        user_id: userId,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['conversation_id', 'user_id']).doNothing())
    .execute();
}
