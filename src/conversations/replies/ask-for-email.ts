import type { ConversationRecord } from '../../records/conversation.ts';
import type { EntityManager } from '../../db/orm.ts';
import { createTemplateMessage } from '../messages/create-template-message.ts';
import { wasSaid } from './said.ts';

const INVITATION = 'Leave your e-mail address, so that our answer reaches you when you are gone.';
const BOX = 'Your e-mail address';

/** Asks the contact for an e-mail address, once: a sentence, and a box to write it into. */
export async function askForEmail(
  em: EntityManager,
  conversation: ConversationRecord,
  now: Date,
): Promise<ConversationRecord> {
  if (await wasSaid(em, conversation.id, 'input_email')) return conversation;
  const invited = await createTemplateMessage(em, conversation, { content: INVITATION }, now);
  const box = { content: BOX, contentType: 'input_email' } as const;
  return (await createTemplateMessage(em, invited.conversation, box, now)).conversation;
}
