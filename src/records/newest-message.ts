import type { Tx } from '../db/tx.ts';
import type { ConversationRecord } from './conversation.ts';
import type { MessageRecord } from './message.ts';
import { sql } from 'kysely';
import { type Placeholders, prepared } from '../db/prepared.ts';
import { readMessages } from './read-messages.ts';

/** The conversation's newest message that is neither a private note nor an activity; null = none. */
export async function readNewestPublicMessage(tx: Tx, conversation: ConversationRecord): Promise<MessageRecord | null> {
  if (conversation.lastNonActivityMessageId === null) return null;
  const [message] = await readMessages(tx, [conversation.lastNonActivityMessageId]);
  if (!message?.private) return message ?? null;

  const [older] = await newestPublicId(tx, { conversationId: conversation.id });
  const [newest] = older ? await readMessages(tx, [older.id]) : [];
  return newest ?? null;
}

const newestPublicId = prepared((db, values: Placeholders<{ conversationId: number }>) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', values.conversationId)
    .where('private', '=', sql.lit(false))
    .where('message_type', '!=', sql.lit('activity'))
    .orderBy('id', 'desc')
    .limit(1),
);
