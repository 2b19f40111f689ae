import { sql } from 'kysely';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { ContentType } from '../../entities/message.ts';

// What has been said in a conversation so far, for what the system says only once.

/** When the newest message of the type was written that is no private note; null = there is none. */
export async function lastSaidAt(
  em: EntityManager,
  conversationId: number,
  messageType: 'outgoing' | 'template',
): Promise<Date | null> {
  const [newest] = await newestOf(em, { conversationId, messageType });
  return newest?.createdAt ?? null;
}

/** Whether the team or the system has written anything, private notes included. */
export async function isBegun(em: EntityManager, conversationId: number): Promise<boolean> {
  return (await anyOfTheTeam(em, { conversationId })).length > 0;
}

/** Whether there is a message of the kind. */
export async function wasSaid(em: EntityManager, conversationId: number, contentType: ContentType): Promise<boolean> {
  return (await anyOfKind(em, { conversationId, contentType })).length > 0;
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

const anyOfTheTeam = prepared((db, values: Placeholders<{ conversationId: number }>) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', values.conversationId)
    .where('message_type', 'in', [sql.lit('outgoing' as const), sql.lit('template' as const)])
    .limit(1),
);

const anyOfKind = prepared((db, values: Placeholders<{ conversationId: number; contentType: ContentType }>) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', values.conversationId)
    .where('content_type', '=', values.contentType)
    .limit(1),
);
