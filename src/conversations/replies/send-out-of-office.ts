import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { MINUTE } from '../../time.ts';
import { createTemplateMessage } from '../messages/create-template-message.ts';
import { isOutOfOffice, isSameDay } from './out-of-office.ts';
import type { ReplyTexts } from './reply-texts.ts';
import { answeredByUserAt, newestTemplateAt } from './earlier-messages.ts';

/** For so long after an answer the team counts as present outside of its hours. */
const PRESENT_MS = 5 * MINUTE;

/**
 * Sends the out-of-office message in the locked conversation while the inbox is closed, unless it is blank, the system
 * has sent the contact anything on the same day, or a user answered in the last 5 minutes. Days begin at midnight in
 * the inbox's time zone. After a handover by a bot, other automatic texts of the day do not count. Returns the conversation
 * as it is then.
 */
export async function sendOutOfOffice(
  tx: Tx,
  conversation: ConversationRecord,
  texts: ReplyTexts,
  now: Date,
  { isHandover = false } = {},
): Promise<ConversationRecord> {
  const { outOfOfficeMessage: content, timezone } = texts;
  if (!content?.trim() || !isOutOfOffice(texts, now)) return conversation;
  const sentAt = await newestTemplateAt(tx, conversation.id, isHandover ? content : undefined);
  if (sentAt !== null && isSameDay(timezone, sentAt, now)) return conversation;
  const answeredAt = await answeredByUserAt(tx, conversation.id);
  if (answeredAt !== null && now.getTime() - answeredAt.getTime() < PRESENT_MS) return conversation;
  return createTemplateMessage(tx, conversation, { content }, now);
}
