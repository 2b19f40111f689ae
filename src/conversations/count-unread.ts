import type { Tx } from '../db/tx.ts';
import { sql } from 'kysely';

/** How many incoming messages of the conversation with this row key came after `seenAt`; null = all of them. */
export async function countUnread(tx: Tx, conversationId: number, seenAt: Date | null): Promise<number> {
  const { count } = await tx.db
    .selectFrom('messages')
    .select(sql<number>`count(*)`.as('count'))
    .where('conversation_id', '=', conversationId)
    .where('message_type', '=', 'incoming')
    .where('created_at', '>', seenAt ?? new Date(0))
    .executeTakeFirstOrThrow();
  return Number(count);
}
