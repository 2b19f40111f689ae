import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { NO_CHAIN } from '../../events/chain.ts';
import { iso } from '../../time.ts';
import { change, type Changes } from '../../wire/payloads.ts';
import type { NewMessage } from './new-message.ts';

/** What a new message changes of its conversation but for the status: `reopeningBy` says that. */
export function changesByMessage(before: ConversationRecord, message: MessageRecord, { actor }: NewMessage, now: Date) {
  const isIncoming = message.messageType === 'incoming';
  // What the contact or somebody with a browser writes is no automatic change.
  const isByPerson = isIncoming || actor?.tokenId === null;
  return {
    lastMessageId: message.id,
    lastNonActivityMessageId: message.id,
    lastActivityAt: now,
    updatedAt: now,
    ...(isByPerson && { chain: NO_CHAIN }),
    ...(isIncoming && { lastIncomingAt: now, unreadCount: before.unreadCount + 1 }),
    ...waitingBy(before, message, now),
  };
}

/** Since when the contact waits, and when a person of the team first answered. */
function waitingBy(before: ConversationRecord, message: MessageRecord, now: Date) {
  if (message.messageType === 'incoming') return { waitingSince: before.waitingSince ?? now };
  if (message.messageType !== 'outgoing' || message.private) return {};
  const isFirstReply = message.sender?.type === 'User' && before.firstReplyCreatedAt === null;
  return { waitingSince: null, ...(isFirstReply && { firstReplyCreatedAt: now }) };
}

/**
 * The status that a message of the contact gives to a resolved or snoozed conversation; a bot of the inbox gets resolved
 * ones first. Null = the status stays, as it does for blocked contacts.
 */
export function reopeningBy(
  { status, contact, agentBotId }: ConversationRecord,
  { messageType, reopens }: NewMessage,
): { status: 'open' | 'pending'; snoozedUntil: null } | null {
  if (messageType !== 'incoming' || !reopens || contact.blocked) return null;
  if (status !== 'resolved' && status !== 'snoozed') return null;
  return { status: status === 'resolved' && agentBotId !== null ? 'pending' : 'open', snoozedUntil: null };
}

/** What the event tells of a message's changes: those of the waiting. */
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
