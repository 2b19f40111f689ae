import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { NO_CHAIN } from '../../events/chain.ts';
import { iso } from '../../time.ts';
import { change, type Changes } from '../../wire/payloads.ts';
import type { ConversationChanges } from '../update-conversation.ts';
import type { NewMessage } from './new-message.ts';

/** All that a new message changes of its conversation; with a status only where the message reopens it. */
export function changesByMessage(
  before: ConversationRecord,
  message: MessageRecord,
  { actor, reopens }: NewMessage,
  now: Date,
): ConversationChanges {
  const newest = {
    lastMessageId: message.id,
    lastNonActivityMessageId: message.id,
    lastActivityAt: now,
    updatedAt: now,
  };
  if (message.messageType === 'incoming') {
    return {
      ...newest,
      chain: NO_CHAIN,
      lastIncomingAt: now,
      unreadCount: before.unreadCount + 1,
      waitingSince: before.waitingSince ?? now,
      ...(reopens && !before.contact.blocked && reopeningOf(before)),
    };
  }
  const isReply = message.messageType === 'outgoing' && !message.private;
  const isFirstReply = isReply && message.sender?.type === 'User' && before.firstReplyCreatedAt === null;
  return {
    ...newest,
    // What somebody writes in a browser is no automatic change.
    ...(actor?.tokenId === null && { chain: NO_CHAIN }),
    ...(isReply && { waitingSince: null }),
    ...(isFirstReply && { firstReplyCreatedAt: now }),
  };
}

/** A resolved or snoozed conversation opens; a resolved one goes to the inbox's bot first, if there is one. */
function reopeningOf({ status, inbox }: ConversationRecord): ConversationChanges {
  if (status !== 'resolved' && status !== 'snoozed') return {};
  return { status: status === 'resolved' && inbox.agentBotId !== null ? 'pending' : 'open', snoozedUntil: null };
}

/** What the event tells of a message's changes: since when the contact waits, and when a person first answered. */
export function waitingChanges(before: ConversationRecord, after: ConversationRecord): Changes {
  const { waitingSince, firstReplyCreatedAt } = after;
  return [
    ...(waitingSince === before.waitingSince
      ? []
      : [change('waiting_since', iso(before.waitingSince), iso(waitingSince))]),
    ...(firstReplyCreatedAt === before.firstReplyCreatedAt
      ? []
      : [change('first_reply_created_at', null, iso(firstReplyCreatedAt))]),
  ];
}
