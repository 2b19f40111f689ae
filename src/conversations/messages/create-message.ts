import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import { invalid } from '../../errors.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { MINUTE } from '../../time.ts';
import { sendAutomaticAnswers } from '../replies/send-automatic-answers.ts';
import { addMessage } from './add-message.ts';
import type { CreatedMessage, NewMessage } from './new-message.ts';

/**
 * Adds a message to the conversation with this row key: one of the contact waits for an answer and reopens the
 * conversation, one of the team answers. The automatic answers of the inbox follow.
 * @throws AppError `invalid`: 'Invalid message type' for incoming messages outside of API inboxes, 'Too many messages',
 *   'Invalid email address'; `not_found` for a bot of another account, and for a deleted conversation
 */
export function createMessage(tx: Tx, conversationId: number, input: NewMessage, now: Date): Promise<CreatedMessage> {
  return inTransaction(tx, async (tx) => {
    const before = await lockConversation(tx, conversationId);
    if (input.messageType === 'incoming' && before.inbox.channelType !== 'api') {
      throw invalid('Invalid message type', 'incoming messages can only be created in API inboxes', ['message_type']);
    }
    await limitMessages(tx, before.id, before.lastActivityAt, now);
    const { message, conversation } = await addMessage(tx, before, input, now);
    return { message, conversation: await sendAutomaticAnswers(tx, conversation, message, now) };
  });
}

/**
 * Stops two programs that answer each other for ever.
 * @throws AppError `invalid`, "Too many messages", when the conversation has as many within a minute as it may
 */
async function limitMessages(tx: Tx, conversationId: number, lastActivityAt: Date, now: Date) {
  const { messagesPerMinute } = tx.installation.limits;
  const since = now.getTime() - MINUTE;
  if (messagesPerMinute === 0 || lastActivityAt.getTime() < since) return;

  const [oldest] = await messageBefore(tx, { conversationId, newer: messagesPerMinute - 1 });
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
