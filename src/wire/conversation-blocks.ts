import type { ContactRecord } from '../records/contact.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import type { InboxRecord } from '../records/inbox.ts';
import type { MessageRecord } from '../records/message.ts';
import type { UserRecord } from '../records/user.ts';
import { availabilityStatus } from '../records/availability.ts';
import { HOUR, iso, isWithin, unixFraction, unixSeconds } from '../time.ts';
import { agentBotEventBlock } from './agent-bot-block.ts';
import type { contactBlockShape, userBlockShape } from './block-shapes.ts';
import { claimsBlock } from './claims-block.ts';
import { CHANNEL_NAMES } from './channel-names.ts';
import type { conversationBlockShape } from './event-block-shapes.ts';
import { eventSender } from './event-sender.ts';
import { messageBlock } from './message-blocks.ts';
import type { Shown } from './shape.ts';
import { teamEventBlock } from './team-block.ts';

// A conversation in events, with its contact and its assignee.

/**
 * A conversation in events: the documented keys and Chatwoot's. `lastMessage` is the newest public message, and `lastSender`
 * what the event says of its sender elsewhere too: one object in both places is stored once.
 */
export function conversationBlock(
  conversation: ConversationRecord,
  lastMessage: MessageRecord | null,
  now: Date,
  publicUrl: string,
  lastSender = lastMessage && eventSender(lastMessage.sender, conversation, now),
): Shown<typeof conversationBlockShape> {
  const contact = contactBlock(conversation.contact);
  const person = conversation.assignee && userBlock(conversation.assignee, now);
  const bot = conversation.assigneeBot && agentBotEventBlock(conversation.assigneeBot);
  return {
    id: conversation.displayId,
    display_id: conversation.displayId,
    uuid: conversation.uuid,
    inbox_id: conversation.inbox.id,
    account_id: conversation.account.id,
    channel: CHANNEL_NAMES[conversation.inbox.channelType],
    status: conversation.status,
    priority: conversation.priority,
    muted: conversation.muted,
    contact,
    assignee: person,
    meta: {
      sender: contact,
      assignee: person ?? bot,
      assignee_type: assigneeType(person, bot),
      team: conversation.team && teamEventBlock(conversation.team),
      hmac_verified: conversation.contactInbox.hmacVerified,
      claims: claimsBlock(conversation.contactInbox.claims, conversation.contact),
    },
    contact_inbox: {
      id: conversation.contactInbox.id,
      contact_id: conversation.contact.id,
      inbox_id: conversation.inbox.id,
      source_id: conversation.contactInbox.sourceId,
      hmac_verified: conversation.contactInbox.hmacVerified,
      created_at: iso(conversation.contactInbox.createdAt),
      updated_at: iso(conversation.contactInbox.updatedAt),
    },
    messages: lastMessage ? [eventMessageBlock(lastMessage, conversation, lastSender, publicUrl)] : [],
    labels: conversation.labels,
    additional_attributes: conversation.additionalAttributes,
    custom_attributes: conversation.customAttributes,
    can_reply: canReply(conversation, now),
    snoozed_until: iso(conversation.snoozedUntil),
    unread_count: conversation.unreadCount,
    first_reply_created_at: iso(conversation.firstReplyCreatedAt),
    waiting_since: unixSeconds(conversation.waitingSince),
    agent_last_seen_at: unixSeconds(conversation.agentLastSeenAt),
    contact_last_seen_at: unixSeconds(conversation.contactLastSeenAt),
    last_activity_at: unixSeconds(conversation.lastActivityAt),
    timestamp: unixSeconds(conversation.lastActivityAt),
    created_at: unixSeconds(conversation.createdAt),
    updated_at: unixFraction(conversation.updatedAt),
  };
}

function eventMessageBlock(
  message: MessageRecord,
  conversation: ConversationRecord,
  sender: ReturnType<typeof eventSender>,
  publicUrl: string,
) {
  const { attachments, ...block } = messageBlock(message, conversation, publicUrl);
  return { ...block, sender, ...(attachments.length > 0 && { attachments }) };
}

export function contactBlock(contact: ContactRecord): Shown<typeof contactBlockShape> {
  return {
    id: contact.id,
    name: contact.name,
    email: contact.email,
    phone_number: contact.phoneNumber,
    identifier: contact.identifier,
    thumbnail: contact.avatarUrl ?? '',
    blocked: contact.blocked,
    additional_attributes: contact.additionalAttributes,
    custom_attributes: contact.customAttributes,
    type: 'contact',
  };
}

/** The user as blocks show them, with their availability at `now` (`availabilityStatus`). */
export function userBlock(user: UserRecord, now: Date): Shown<typeof userBlockShape> {
  return {
    id: user.id,
    name: user.name,
    available_name: user.displayName || user.name,
    email: user.email,
    avatar_url: user.avatarUrl ?? '',
    thumbnail: user.avatarUrl ?? '',
    availability_status: availabilityStatus(user, now),
    type: 'user',
  };
}

/** The type of a conversation's assignee; null = unassigned. */
export function assigneeType(person: object | null, bot: object | null): 'User' | 'AgentBot' | null {
  if (person) return 'User';
  return bot ? 'AgentBot' : null;
}

/**
 * Whether the channel still lets the team answer. With a reply window, it does not before the contact's first message.
 */
export function canReply(conversation: { inbox: InboxRecord; lastIncomingAt: Date | null }, now: Date): boolean {
  const hours = conversation.inbox.replyWindowHours;
  if (hours === null) return true;
  return conversation.lastIncomingAt !== null && isWithin(conversation.lastIncomingAt, hours * HOUR - 1, now);
}
