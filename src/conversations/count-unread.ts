import { sql } from 'kysely';
import { db, type EntityManager } from '../db/orm.ts';

/** How many messages of the contact came after `seenAt`; null = all of them. */
export async function countUnread(em: EntityManager, conversationId: number, seenAt: Date | null): Promise<number> {
  const { count } = await db(em)
    .selectFrom('messages')
    .select(sql<number>`count(*)`.as('count'))
    .where('conversation_id', '=', conversationId)
    .where('message_type', '=', 'incoming')
    .where('created_at', '>', seenAt ?? new Date(0))
    .executeTakeFirstOrThrow();
  return Number(count);
}
