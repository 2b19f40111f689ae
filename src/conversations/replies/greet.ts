import type { ConversationRecord } from '../../records/conversation.ts';
import type { EntityManager } from '../../db/orm.ts';
import { createTemplateMessage } from '../messages/create-template-message.ts';
import type { Phrases } from './phrases.ts';
import { isBegun } from './said.ts';

/** Greets a contact whom nobody has said anything to yet. */
export async function greet(
  em: EntityManager,
  conversation: ConversationRecord,
  { greetingMessage: content }: Phrases,
  now: Date,
): Promise<ConversationRecord> {
  if (!content?.trim() || (await isBegun(em, conversation.id))) return conversation;
  return (await createTemplateMessage(em, conversation, { content }, now)).conversation;
}
