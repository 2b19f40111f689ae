import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { createTemplateMessage } from '../messages/create-template-message.ts';
import { hasMessage } from './earlier-messages.ts';

const INVITATION = 'Leave your e-mail address, so that our answer reaches you when you are gone.';
const BOX = 'Your e-mail address';

/**
 * Asks the contact for an e-mail address, once in the locked conversation: with a text, and a message with a field for
 * the address. Returns the conversation as it is then.
 */
export async function askForEmail(tx: Tx, conversation: ConversationRecord, now: Date): Promise<ConversationRecord> {
  if (await hasMessage(tx, conversation.id, 'input_email')) return conversation;
  const invited = await createTemplateMessage(tx, conversation, { content: INVITATION }, now);
  const box = { content: BOX, contentType: 'input_email' } as const;
  return createTemplateMessage(tx, invited, box, now);
}
