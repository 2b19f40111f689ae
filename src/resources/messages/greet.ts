import type { EntityManager } from '../../db/orm.ts';
import type { ConversationRow } from '../../events/select-conversations.ts';
import { createTemplateMessage } from './create-template-message.ts';
import type { Phrases } from './phrases.ts';
import { isBegun } from './said.ts';

/** Greets a contact whom nobody has said anything to yet. */
export async function greet(
  em: EntityManager,
  conversation: ConversationRow,
  { greetingMessage: content }: Phrases,
  now: Date,
): Promise<ConversationRow> {
  if (!content?.trim() || (await isBegun(em, conversation.id))) return conversation;
  return (await createTemplateMessage(em, conversation, { content }, now)).conversation;
}
