import type { ConversationRecord } from '../../records/conversation.ts';
import type { EntityManager } from '../../db/orm.ts';
import { createTemplateMessage } from '../messages/create-template-message.ts';
import { hasMessage } from './earlier-messages.ts';

const INVITATION = 'Leave your e-mail address, so that our answer reaches you when you are gone.';
const BOX = 'Your e-mail address';

/** Asks the contact for an e-mail address, once: a text, and a message with a field for the address. */
export async function askForEmail(
  em: EntityManager,
  conversation: ConversationRecord,
  now: Date,
): Promise<ConversationRecord> {
  if (await hasMessage(em, conversation.id, 'input_email')) return conversation;
  const invited = await createTemplateMessage(em, conversation, { content: INVITATION }, now);
  const box = { content: BOX, contentType: 'input_email' } as const;
  return createTemplateMessage(em, invited, box, now);
}
