import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { AutomaticReply } from '../messages/changes-by-message.ts';
import { askForEmail } from './ask-for-email.ts';
import { greet } from './greet.ts';
import { readReplyTexts } from './reply-texts.ts';
import { sendOutOfOffice } from './send-out-of-office.ts';

/**
 * Sends these automatic replies in the locked conversation, each where `sendOutOfOffice`, `greet` or `askForEmail`
 * allows it; none in a conversation that a campaign began. Returns the conversation as it is then.
 */
export async function sendAutomaticReplies(
  tx: Tx,
  conversation: ConversationRecord,
  replies: AutomaticReply[],
  now: Date,
): Promise<ConversationRecord> {
  const texts = await readReplyTexts(tx, conversation.id);
  if (texts.campaignId !== null) return conversation;

  const told = replies.includes('out of office') ? await sendOutOfOffice(tx, conversation, texts, now) : conversation;
  const greeted = replies.includes('greeting') ? await greet(tx, told, texts, now) : told;
  return replies.includes('email question') ? askForEmail(tx, greeted, now) : greeted;
}
