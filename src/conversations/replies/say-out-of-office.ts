import type { ConversationRecord } from '../../records/conversation.ts';
import type { EntityManager } from '../../db/orm.ts';
import { MINUTE } from '../../time.ts';
import { createTemplateMessage } from '../messages/create-template-message.ts';
import { isOutOfOffice, isSameDay } from './out-of-office.ts';
import type { Phrases } from './phrases.ts';
import { lastSaidAt } from './said.ts';

/** Who has just answered is in, whatever the hours say. */
const STILL_IN_MS = 5 * MINUTE;

/** Says that nobody is in, once a day, unless somebody is in after all. Days begin at midnight in the inbox's time zone. */
export async function sayOutOfOffice(
  em: EntityManager,
  conversation: ConversationRecord,
  phrases: Phrases,
  now: Date,
): Promise<ConversationRecord> {
  const { outOfOfficeMessage: content, timezone } = phrases;
  if (!content?.trim() || !isOutOfOffice(phrases, now)) return conversation;
  const saidAt = await lastSaidAt(em, conversation.id, 'template');
  if (saidAt !== null && isSameDay(timezone, saidAt, now)) return conversation;
  const answeredAt = await lastSaidAt(em, conversation.id, 'outgoing');
  if (answeredAt !== null && now.getTime() - answeredAt.getTime() < STILL_IN_MS) return conversation;
  return (await createTemplateMessage(em, conversation, { content }, now)).conversation;
}
