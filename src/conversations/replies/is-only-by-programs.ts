import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';

/**
 * Whether all that the contact has written in the conversation are mails of programs: newsletters, notifications, and automatic answers.
 * Nothing that a program writes answers these.
 */
export async function isOnlyByPrograms(tx: Tx, { id, inbox }: ConversationRecord): Promise<boolean> {
  if (inbox.channelType !== 'email') return false;
  const kinds = await tx.db
    .selectFrom('messages')
    .select(
      sql<string>`coalesce(cast(content_attributes -> 'email' ->> 'auto_reply' as text), 'false')`.as('isAutomatic'),
    )
    .distinct()
    .where('conversation_id', '=', id)
    .where('message_type', '=', 'incoming')
    .execute();
  // As text, true is 1 on SQLite.
  return kinds.length > 0 && kinds.every(({ isAutomatic }) => ['true', '1'].includes(isAutomatic));
}
