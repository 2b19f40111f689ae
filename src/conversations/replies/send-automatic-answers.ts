import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { askForEmail } from './ask-for-email.ts';
import { greet } from './greet.ts';
import { isMutedMail } from './muted-mail.ts';
import { readAnswerTexts } from './answer-texts.ts';
import { sendOutOfOffice } from './send-out-of-office.ts';

/**
 * Sends the inbox's automatic answers to a new message of the locked conversation: out of office, a greeting, the question
 * for an e-mail address. Most inboxes have none, which costs no statement. Returns the conversation as it is then.
 */
export async function sendAutomaticAnswers(
  tx: Tx,
  conversation: ConversationRecord,
  message: MessageRecord,
  now: Date,
): Promise<ConversationRecord> {
  const reasons = reasonsOf(conversation, message);
  if (!reasons.away && !reasons.greeting && !reasons.email) return conversation;
  if (conversation.lastIncomingAt === null || isAutoReply(message) || isMutedMail(conversation)) return conversation;
  const texts = await readAnswerTexts(tx, conversation.id);
  if (texts.campaignId !== null) return conversation;

  const told = reasons.away ? await sendOutOfOffice(tx, conversation, texts, now) : conversation;
  const greeted = reasons.greeting ? await greet(tx, told, texts, now) : told;
  return reasons.email ? askForEmail(tx, greeted, now) : greeted;
}

/** Which answers the conversation and the message may call for. */
function reasonsOf(conversation: ConversationRecord, message: MessageRecord) {
  const isAsked = message.messageType === 'incoming';
  return {
    away: conversation.inbox.workingHoursEnabled && isAsked,
    // A contact who has been answered by a person, also before this message, needs no greeting.
    greeting: conversation.inbox.greetingEnabled && isAsked && conversation.firstReplyCreatedAt === null,
    email:
      conversation.inbox.enableEmailCollect &&
      conversation.inbox.channelType === 'web_widget' &&
      conversation.contact.email === null,
  };
}

/** Whether a mail program wrote it, which might answer our answers for ever. */
function isAutoReply({ contentType, contentAttributes: { email } }: MessageRecord): boolean {
  if (contentType !== 'incoming_email' || typeof email !== 'object' || email === null || Array.isArray(email)) {
    return false;
  }
  return email['auto_reply'] === true;
}
