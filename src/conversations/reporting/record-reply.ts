import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import { recordForReports } from './record-event.ts';

/**
 * Writes how long the contact has waited for the message, which a person wrote in answer: since the conversation was
 * opened or handed over, for the first answer, else since they wrote; nothing where they did not wait.
 */
export async function recordReply(
  tx: Tx,
  before: ConversationRecord,
  { sender }: MessageRecord,
  now: Date,
): Promise<void> {
  const userId = sender?.id ?? null;
  if (before.firstReplyCreatedAt === null) {
    const start = await beginningOf(tx, before);
    return recordForReports(tx, before, { name: 'first_response', userId, start }, now);
  }
  if (before.waitingSince === null) return;
  await recordForReports(tx, before, { name: 'reply_time', userId, start: before.waitingSince }, now);
}

/** When the conversation last came to people: opened or handed over; or else resolved by its bot, or created. */
async function beginningOf(tx: Tx, { id: conversationId, createdAt }: ConversationRecord): Promise<Date> {
  const [beginning] = await newestBeginning(tx, { conversationId });
  return beginning?.endedAt ?? createdAt;
}

const newestBeginning = prepared((db, values: Placeholders<{ conversationId: number }>) =>
  db
    .selectFrom('reporting_events')
    .select('event_end_time as endedAt')
    .where('conversation_id', '=', values.conversationId)
    .where('name', 'in', ['conversation_opened', 'conversation_bot_handoff', 'conversation_bot_resolved'])
    .orderBy((eb) => eb.case().when('name', '=', 'conversation_bot_resolved').then(1).else(0).end())
    .orderBy('event_end_time', 'desc')
    .limit(1),
);
