import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import type { EntityManager } from '../../db/orm.ts';
import { askForEmail } from './ask-for-email.ts';
import { greet } from './greet.ts';
import { isMutedMail } from './muted-mail.ts';
import { readPhrases } from './phrases.ts';
import { sayOutOfOffice } from './say-out-of-office.ts';

/**
 * Says what the inbox says by itself after a message: that nobody is in, a greeting, or a question for an e-mail address.
 * Most inboxes say nothing of it, which costs no statement. To be called with the conversation held; returns it as it is then.
 */
export async function answerByItself(
  em: EntityManager,
  conversation: ConversationRecord,
  message: MessageRecord,
  now: Date,
): Promise<ConversationRecord> {
  const reasons = reasonsOf(conversation, message);
  if (!reasons.away && !reasons.greeting && !reasons.email) return conversation;
  if (conversation.lastIncomingAt === null || isAutoReply(message) || isMutedMail(conversation)) return conversation;
  const phrases = await readPhrases(em, conversation.id);
  if (phrases.campaignId !== null) return conversation;

  const told = reasons.away ? await sayOutOfOffice(em, conversation, phrases, now) : conversation;
  const greeted = reasons.greeting ? await greet(em, told, phrases, now) : told;
  return reasons.email ? askForEmail(em, greeted, now) : greeted;
}

/** What there may be to say, as far as the conversation and the message tell. */
function reasonsOf(conversation: ConversationRecord, message: MessageRecord) {
  const isAsked = message.messageType === 'incoming';
  return {
    away: conversation.workingHoursEnabled && isAsked,
    // Who has been answered by somebody, or is being answered now, is not greeted any more.
    greeting: conversation.greetingEnabled && isAsked && conversation.firstReplyCreatedAt === null,
    email:
      conversation.enableEmailCollect &&
      conversation.inbox.channelType === 'web_widget' &&
      conversation.contact.email === null,
  };
}

/** Whether a mail program wrote it, which would answer an answer for ever. */
function isAutoReply({ contentType, contentAttributes: { email } }: MessageRecord): boolean {
  if (contentType !== 'incoming_email' || typeof email !== 'object' || email === null || Array.isArray(email)) {
    return false;
  }
  return email['auto_reply'] === true;
}
