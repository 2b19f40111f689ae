import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { createTemplateMessage } from '../messages/create-template-message.ts';
import type { ReplyTexts } from './reply-texts.ts';
import { hasTeamMessage } from './earlier-messages.ts';

/**
 * Sends the greeting in the locked conversation, unless it is blank, or the team or the system has written anything
 * there, private notes included. Returns the conversation as it is then.
 */
export async function greet(
  tx: Tx,
  conversation: ConversationRecord,
  { greetingMessage: content }: ReplyTexts,
  now: Date,
): Promise<ConversationRecord> {
  if (!content?.trim() || (await hasTeamMessage(tx, conversation.id))) return conversation;
  return createTemplateMessage(tx, conversation, { content }, now);
}
