import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { AutomaticReply } from '../messages/changes-by-message.ts';
import { askForEmail } from './ask-for-email.ts';
import { greet } from './greet.ts';
import { isMutedMail } from './muted-mail.ts';
import { hasEnoughAnswers } from './has-enough-answers.ts';
import { type ReplyTexts, readReplyTexts } from './reply-texts.ts';
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
  const texts = await readAllowedTexts(tx, conversation, now);
  if (texts === null) return conversation;

  const told = replies.includes('out of office') ? await sendOutOfOffice(tx, conversation, texts, now) : conversation;
  const greeted = replies.includes('greeting') ? await greet(tx, told, texts, now) : told;
  return replies.includes('email question') ? askForEmail(tx, greeted, now) : greeted;
}

/**
 * Sends the out-of-office message in the locked conversation that a bot has handed over, or could not answer, where
 * `sendOutOfOffice` allows it, and as `sendAutomaticReplies` otherwise; not before the contact has written. Returns the
 * conversation as it is then.
 */
export async function replyToHandover(
  tx: Tx,
  conversation: ConversationRecord,
  now: Date,
): Promise<ConversationRecord> {
  const { inbox, lastIncomingAt } = conversation;
  if (!inbox.workingHoursEnabled || lastIncomingAt === null || isMutedMail(conversation)) return conversation;
  const texts = await readAllowedTexts(tx, conversation, now);
  return texts === null ? conversation : sendOutOfOffice(tx, conversation, texts, now, { isHandover: true });
}

/** The texts of the inbox; null = nothing may be sent automatically. */
async function readAllowedTexts(tx: Tx, conversation: ConversationRecord, now: Date): Promise<ReplyTexts | null> {
  const texts = await readReplyTexts(tx, conversation.id);
  return texts.campaignId !== null || (await hasEnoughAnswers(tx, conversation, 'inbox', now)) ? null : texts;
}
