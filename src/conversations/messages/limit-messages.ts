import type { ConversationRecord } from '../../records/conversation.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import { installationOf } from '../../db/installation.ts';
import type { EntityManager } from '../../db/orm.ts';
import { invalid } from '../../errors.ts';
import { MINUTE } from '../../time.ts';

/**
 * Stops two programs that answer each other for ever.
 * @throws AppError `invalid`, "Too many messages", when the conversation has as many within a minute as it may
 */
export async function limitMessages(em: EntityManager, conversation: ConversationRecord, now: Date): Promise<void> {
  const { messagesPerMinute } = installationOf(em).limits;
  const since = now.getTime() - MINUTE;
  if (messagesPerMinute === 0 || conversation.lastActivityAt.getTime() < since) return;

  const [oldest] = await messageBefore(em, { conversationId: conversation.id, newer: messagesPerMinute - 1 });
  if (oldest && oldest.createdAt.getTime() >= since) {
    throw invalid('Too many messages', `a conversation takes ${messagesPerMinute} messages a minute; try again later`);
  }
}

/** The message that has so many newer ones: they are counted in the index alone, and only one row is read. */
const messageBefore = prepared((db, values: Placeholders<{ conversationId: number; newer: number }>) =>
  db
    .selectFrom('messages')
    .select('created_at as createdAt')
    .where('id', '=', (eb) =>
      eb
        .selectFrom('messages')
        .select('id')
        .where('conversation_id', '=', values.conversationId)
        .orderBy('id', 'desc')
        .limit(1)
        .offset(values.newer),
    ),
);
