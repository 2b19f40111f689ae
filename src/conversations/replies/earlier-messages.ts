import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import type { ContentType } from '../../entities/message.ts';

// Which messages a conversation has so far, for replies that are sent only once.

/** When the system last sent a text by itself, or this one where `content` is given; null = never. */
export async function newestTemplateAt(tx: Tx, conversationId: number, content?: string): Promise<Date | null> {
  const values = { conversationId, content: content ?? '' };
  const [newest] = await newestTemplate(tx, values, content === undefined ? 'any' : 'this text');
  return newest?.createdAt ?? null;
}

/** When a user last wrote to the contact; null = never. */
export async function answeredByUserAt(tx: Tx, conversationId: number): Promise<Date | null> {
  const [newest] = await newestOfUser(tx, { conversationId });
  return newest?.createdAt ?? null;
}

/** Whether the team or the system has written anything, private notes included. */
export async function hasTeamMessage(tx: Tx, conversationId: number): Promise<boolean> {
  return (await anyOfTeam(tx, { conversationId })).length > 0;
}

/** Whether the conversation has a message of this content type. */
export async function hasMessage(tx: Tx, conversationId: number, contentType: ContentType): Promise<boolean> {
  return (await anyWithContent(tx, { conversationId, contentType })).length > 0;
}

const newestTemplate = prepared(
  (db, values: Placeholders<{ conversationId: number; content: string }>, variant: 'any' | 'this text') =>
    newestOf(db, values, 'template').$if(variant === 'this text', (query) =>
      query.where('content', '=', values.content),
    ),
);

const newestOfUser = prepared((db, values: Placeholders<{ conversationId: number }>) =>
  newestOf(db, values, 'outgoing').where('sender_type', '=', sql.lit('User' as const)),
);

function newestOf(db: Db, values: Placeholders<{ conversationId: number }>, messageType: 'outgoing' | 'template') {
  return db
    .selectFrom('messages')
    .select('created_at as createdAt')
    .where('conversation_id', '=', values.conversationId)
    .where('message_type', '=', sql.lit(messageType))
    .where('private', '=', sql.lit(false))
    .orderBy('id', 'desc')
    .limit(1);
}

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
