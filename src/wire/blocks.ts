import type { AccountRecord } from '../records/account.ts';
import type { ContactRecord } from '../records/contact.ts';
import type { InboxRecord } from '../records/inbox.ts';
import type { AttachmentRecord, MessageRecord, SenderRecord } from '../records/message.ts';
import type { UserRecord } from '../records/user.ts';
import { extname } from 'node:path';
import { HOUR, MINUTE, unixSeconds } from '../time.ts';
import type { Availability } from '../entities/account-user.ts';
import type { Attributes } from '../entities/columns.ts';
import { MESSAGE_TYPES, type SenderType } from '../entities/message.ts';
import type { Shown } from './shape.ts';
import type {
  attachmentBlockShape,
  contactBlockShape,
  messageBlockShape,
  senderBlockShape,
  userBlockShape,
} from './block-shapes.ts';

// The JSON objects that answers and event payloads contain.

/** How long a contact or a user counts as online after being seen, in milliseconds. */
export const ONLINE_MS = 1.5 * MINUTE;

/** Whether someone last seen at `seenAt` (null = never) is online at `now`. */
export function isOnline(seenAt: Date | null, now: Date): boolean {
  return seenAt !== null && now.getTime() - seenAt.getTime() <= ONLINE_MS;
}

/** Only these keys, even where the caller read the whole account. */
export function accountBlock({ id, name }: AccountRecord): AccountRecord {
  return { id, name };
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

/** At `now`, the availability is the one that the user chose, or "offline". */
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

export function availabilityStatus(
  user: Pick<UserRecord, 'availability' | 'autoOffline' | 'activeAt'>,
  now: Date,
): Availability {
  return user.autoOffline && !isOnline(user.activeAt, now) ? 'offline' : user.availability;
}

/** The type of a conversation's assignee; null = unassigned. */
export function assigneeType(conversation: {
  assignee: object | null;
  assigneeBot: object | null;
}): 'User' | 'AgentBot' | null {
  if (conversation.assignee) return 'User';
  return conversation.assigneeBot ? 'AgentBot' : null;
}

/**
 * Whether the channel still lets the team answer. With a reply window, it does not before the contact's first message.
 */
export function canReply(conversation: { inbox: InboxRecord; lastIncomingAt: Date | null }, now: Date): boolean {
  const hours = conversation.inbox.replyWindowHours;
  if (hours === null) return true;
  return conversation.lastIncomingAt !== null && now.getTime() - conversation.lastIncomingAt.getTime() < hours * HOUR;
}

/** The sender of a message. `type` is User, Contact or AgentBot; the other keys are Chatwoot's for that type. */
export function senderBlock(sender: SenderRecord | null): Shown<typeof senderBlockShape> {
  if (!sender) return null;
  if (sender.type === 'User') {
    const { displayName, name, email } = sender;
    return { ...commonBlock(sender, 'User'), available_name: displayName || name, email };
  }
  if (sender.type === 'AgentBot') return commonBlock(sender, 'AgentBot');
  const { email, phoneNumber, identifier } = sender;
  return { ...commonBlock(sender, 'Contact'), email, phone_number: phoneNumber, identifier };
}

/** The keys that senders of every type have. */
function commonBlock<T extends SenderType>(sender: SenderRecord, type: T) {
  const avatarUrl = sender.avatarUrl ?? '';
  return { id: sender.id, name: sender.name, type, avatar_url: avatarUrl, thumbnail: avatarUrl };
}

/** The address at which a stored file can be fetched. */
export function fileUrl(publicUrl: string, key: string, filename: string): string {
  return `${publicUrl}/files/${key}/${encodeURIComponent(filename)}`;
}

/** `publicUrl` is the address of this server. */
export function attachmentBlock(
  attachment: AttachmentRecord,
  accountId: number,
  publicUrl: string,
): Shown<typeof attachmentBlockShape> {
  const urlOf = (key: string) => fileUrl(publicUrl, key, attachment.filename);
  return {
    id: attachment.id,
    message_id: attachment.messageId,
    file_type: attachment.fileType,
    account_id: accountId,
    extension: extname(attachment.filename).slice(1) || null,
    content_type: attachment.contentType,
    data_url: urlOf(attachment.key),
    thumb_url: attachment.fileType === 'image' ? urlOf(attachment.thumbnailKey ?? attachment.key) : '',
    file_size: attachment.fileSize,
    width: attachment.width,
    height: attachment.height,
  };
}

/** The attributes, with the text of a failure where Chatwoot's clients look for it. */
export function contentAttributes(message: MessageRecord): Attributes {
  return message.externalError === null
    ? message.contentAttributes
    : { ...message.contentAttributes, external_error: message.externalError };
}

/** A message as it appears inside a conversation, with some values of its conversation. */
export function messageBlock(
  message: MessageRecord,
  conversation: {
    displayId: number;
    assignee: { id: number } | null;
    unreadCount: number;
    lastActivityAt: Date;
    contactInbox: { sourceId: string };
  },
  publicUrl: string,
): Shown<typeof messageBlockShape> {
  return {
    id: message.id,
    content: message.content,
    account_id: message.accountId,
    inbox_id: message.inboxId,
    conversation_id: conversation.displayId,
    message_type: MESSAGE_TYPES.indexOf(message.messageType),
    created_at: unixSeconds(message.createdAt),
    updated_at: message.updatedAt.toISOString(),
    private: message.private,
    status: message.status,
    external_error: message.externalError,
    source_id: message.sourceId,
    content_type: message.contentType,
    content_attributes: contentAttributes(message),
    additional_attributes: message.additionalAttributes,
    external_source_ids: {},
    processed_message_content: message.content,
    sentiment: {},
    sender_type: message.sender?.type ?? null,
    sender_id: message.sender?.id ?? null,
    sender: senderBlock(message.sender),
    attachments: message.attachments.map((attachment) => attachmentBlock(attachment, message.accountId, publicUrl)),
    conversation: {
      assignee_id: conversation.assignee?.id ?? null,
      unread_count: conversation.unreadCount,
      last_activity_at: unixSeconds(conversation.lastActivityAt),
      contact_inbox: { source_id: conversation.contactInbox.sourceId },
    },
  };
}
