import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import type { ContentType } from '../../entities/message.ts';

// Which messages a conversation has so far, for replies that are sent only once.

/** When the newest message of this type, private notes aside, was written; null = there is none. */
export async function newestSentAt(
  tx: Tx,
  conversationId: number,
  messageType: 'outgoing' | 'template',
): Promise<Date | null> {
  const [newest] = await newestOf(tx, { conversationId, messageType });
  return newest?.createdAt ?? null;
}

/** Whether the team or the system has written anything, private notes included. */
export async function hasTeamMessage(tx: Tx, conversationId: number): Promise<boolean> {
  return (await anyOfTeam(tx, { conversationId })).length > 0;
}

/** Whether there is a message with this type of content. */
export async function hasMessage(tx: Tx, conversationId: number, contentType: ContentType): Promise<boolean> {
  return (await anyWithContent(tx, { conversationId, contentType })).length > 0;
}

const newestOf = prepared(
  (db, values: Placeholders<{ conversationId: number; messageType: 'outgoing' | 'template' }>) =>
    db
      .selectFrom('messages')
      .select('created_at as createdAt')
      .where('conversation_id', '=', values.conversationId)
      .where('message_type', '=', values.messageType)
      .where('private', '=', sql.lit(false))
      .orderBy('id', 'desc')
      .limit(1),
);

const anyOfTeam = prepared((db, values: Placeholders<{ conversationId: number }>) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', values.conversationId)
    .where('message_type', 'in', [sql.lit('outgoing' as const), sql.lit('template' as const)])
    .limit(1),
);

const anyWithContent = prepared((db, values: Placeholders<{ conversationId: number; contentType: ContentType }>) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', values.conversationId)
    .where('content_type', '=', values.contentType)
    .limit(1),
);
