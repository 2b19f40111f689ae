import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { AutomaticReply } from '../messages/changes-by-message.ts';
import { askForEmail } from './ask-for-email.ts';
import { greet } from './greet.ts';
import { hasEnoughAnswers } from './has-enough-answers.ts';
import { readReplyTexts } from './reply-texts.ts';
import { sendOutOfOffice } from './send-out-of-office.ts';

/**
 * Sends these automatic replies in the locked conversation, each where `sendOutOfOffice`, `greet` or `askForEmail`
 * allows it; none in a conversation that a campaign began, and none to an address that has had enough of them lately. Returns the conversation as it is then.
 */
export async function sendAutomaticReplies(
  tx: Tx,
  conversation: ConversationRecord,
  replies: AutomaticReply[],
  now: Date,
): Promise<ConversationRecord> {
  const texts = await readReplyTexts(tx, conversation.id);
  if (texts.campaignId !== null || (await hasEnoughAnswers(tx, conversation, now))) return conversation;

  const told = replies.includes('out of office') ? await sendOutOfOffice(tx, conversation, texts, now) : conversation;
  const greeted = replies.includes('greeting') ? await greet(tx, told, texts, now) : told;
  return replies.includes('email question') ? askForEmail(tx, greeted, now) : greeted;
}
