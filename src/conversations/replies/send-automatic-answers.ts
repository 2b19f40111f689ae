import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { AutomaticAnswer } from '../messages/changes-by-message.ts';
import { askForEmail } from './ask-for-email.ts';
import { greet } from './greet.ts';
import { readAnswerTexts } from './answer-texts.ts';
import { sendOutOfOffice } from './send-out-of-office.ts';

/**
 * Sends these automatic answers in the locked conversation, each unless it has been sent before; none in a conversation
 * that a campaign began. Returns the conversation as it is then.
 */
export async function sendAutomaticAnswers(
  tx: Tx,
  conversation: ConversationRecord,
  answers: AutomaticAnswer[],
  now: Date,
): Promise<ConversationRecord> {
  const texts = await readAnswerTexts(tx, conversation.id);
  if (texts.campaignId !== null) return conversation;

  const told = answers.includes('out of office') ? await sendOutOfOffice(tx, conversation, texts, now) : conversation;
  const greeted = answers.includes('greeting') ? await greet(tx, told, texts, now) : told;
  return answers.includes('email question') ? askForEmail(tx, greeted, now) : greeted;
}
