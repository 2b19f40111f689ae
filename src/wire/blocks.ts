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

// The JSON objects that occur inside others, in answers and in event payloads.

/** How long after its last sign of life a contact or a user counts as online. */
export const ONLINE_MS = 1.5 * MINUTE;

/** Whether somebody last seen at `seenAt` (null = never) is online at `now`. */
export function isOnline(seenAt: Date | null, now: Date): boolean {
  return seenAt !== null && now.getTime() - seenAt.getTime() <= ONLINE_MS;
}

/** Of an account no more than this is told: whoever records an event may have read all of it. */
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

/** `now` decides between the availability that the user chose and "offline". */
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

/** What a conversation is assigned to; null = nothing. */
export function assigneeType(conversation: {
  assignee: object | null;
  assigneeBot: object | null;
}): 'User' | 'AgentBot' | null {
  if (conversation.assignee) return 'User';
  return conversation.assigneeBot ? 'AgentBot' : null;
}

/** Whether an answer would still reach the contact; a channel with a window and no message yet has none open. */
export function canReply(conversation: { inbox: InboxRecord; lastIncomingAt: Date | null }, now: Date): boolean {
  const hours = conversation.inbox.replyWindowHours;
  if (hours === null) return true;
  return conversation.lastIncomingAt !== null && now.getTime() - conversation.lastIncomingAt.getTime() < hours * HOUR;
}

/** Who wrote a message. `type` is User, Contact or AgentBot; the other keys are Chatwoot's for that type. */
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

/** What is shown of a sender of any type. */
function commonBlock<T extends SenderType>(sender: SenderRecord, type: T) {
  const avatarUrl = sender.avatarUrl ?? '';
  return { id: sender.id, name: sender.name, type, avatar_url: avatarUrl, thumbnail: avatarUrl };
}

/** Where a file of ours is fetched. */
export function fileUrl(publicUrl: string, key: string, filename: string): string {
  return `${publicUrl}/files/${key}/${encodeURIComponent(filename)}`;
}

/** `publicUrl` is where this server is reached. */
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

/** The attributes with the failure's text among them, where Chatwoot's clients look for it. */
export function contentAttributes(message: MessageRecord): Attributes {
  return message.externalError === null
    ? message.contentAttributes
    : { ...message.contentAttributes, external_error: message.externalError };
}

/** A message inside a conversation: every column, and what the conversation looks like beside it. */
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
