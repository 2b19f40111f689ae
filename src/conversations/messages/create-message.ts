import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import type { EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { invalid } from '../../errors.ts';
import { lockConversationRow, readConversation } from '../../records/read-conversations.ts';
import { addMessage, announceMessage, type CreatedMessage, type NewMessage } from './add-message.ts';
import { answerByItself } from '../replies/answer-by-itself.ts';
import { limitMessages } from './limit-messages.ts';
import { moveConversation } from '../status/move-conversation.ts';

/**
 * Adds a message to a conversation: the contact's makes it wait and reopens it, the team's answers it. What the inbox says
 * by itself follows.
 * @throws AppError `invalid`: 'Invalid message type' for incoming messages outside of API inboxes, 'Too many messages',
 *   'Invalid email address'; `not_found` for a bot of another account, and when the conversation has been deleted meanwhile
 */
export function createMessage(
  em: EntityManager,
  conversation: ConversationRecord,
  input: NewMessage,
  now: Date,
): Promise<CreatedMessage> {
  if (input.messageType === 'incoming' && conversation.inbox.channelType !== 'api') {
    throw invalid('Invalid message type', 'incoming messages can only be created in API inboxes', ['message_type']);
  }

  return inTransaction(em, async (em) => {
    await lockConversationRow(em, conversation.id);
    await limitMessages(em, conversation, now);
    const { message, conversation: arrived } = await addMessage(em, conversation, input, now);
    const open = input.reopens ? await reopen(em, arrived, message, now) : arrived;
    const announced = await announceMessage(em, { message, conversation: open }, now);
    return { message, conversation: await answerByItself(em, announced, message, now) };
  });
}

/** A message of a contact who is not blocked wakes its conversation; a bot gets resolved ones first. */
async function reopen(
  em: EntityManager,
  conversation: ConversationRecord,
  message: MessageRecord,
  now: Date,
): Promise<ConversationRecord> {
  if (message.messageType !== 'incoming' || conversation.contact.blocked) return conversation;
  if (conversation.status !== 'resolved' && conversation.status !== 'snoozed') return conversation;

  const status = conversation.status === 'resolved' && conversation.agentBotId !== null ? 'pending' : 'open';
  const activity = 'Conversation was reopened by a new incoming message';
  return moveConversation(em, await readConversation(em, conversation.id), { status, activity }, now);
}
