import type { InboxRecord } from '../records/inbox.ts';
import { type AttachmentRecord, isFile, type MessageRecord, type SenderRecord } from '../records/message.ts';
import { extname } from 'node:path';
import { iso, unixSeconds } from '../time.ts';
import type { Attributes } from '../entities/columns.ts';
import { MESSAGE_TYPES, type SenderType } from '../entities/message.ts';
import type { Shown } from './shape.ts';
import type { attachmentBlockShape, messageBlockShape, senderBlockShape } from './block-shapes.ts';

// A message in answers and events, with its sender and its attachments.

/** A message inside a conversation, with some values of the conversation. */
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
    updated_at: iso(message.updatedAt),
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

/** The sender of a message, with the keys that Chatwoot has for its type; null = the system, or a deleted sender. */
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

/** The message's content attributes, with the text of a failure where Chatwoot's clients look for it. */
export function contentAttributes(message: MessageRecord): Attributes {
  return message.externalError === null
    ? message.contentAttributes
    : { ...message.contentAttributes, external_error: message.externalError };
}

/** The address of the survey for the conversation with this uuid. `publicUrl` is the address of this server. */
function surveyUrl(publicUrl: string, uuid: string): string {
  return `${publicUrl}/survey/responses/${uuid}`;
}

/** The text that the contact receives. Only the widget can display a survey; other channels get a link to its page. */
export function deliveredContent(
  message: MessageRecord,
  conversation: { uuid: string; inbox: InboxRecord },
  publicUrl: string,
): string | null {
  const isSurvey = message.contentType === 'input_csat' && message.messageType !== 'incoming';
  if (!isSurvey || conversation.inbox.channelType === 'web_widget') return message.content;
  return `${message.content ?? ''} ${surveyUrl(publicUrl, conversation.uuid)}`.trimStart();
}

/** The message's own text, of a text that `deliveredContent` gave for a message in the conversation with this uuid. */
export function withoutSurveyUrl(delivered: string | null, uuid: string): string | null {
  if (!delivered?.endsWith(surveyUrl('', uuid))) return delivered;
  return delivered.slice(0, Math.max(0, delivered.lastIndexOf(' '))) || null;
}

/** The address at which anyone can fetch a stored file; `publicUrl` is the address of this server. */
export function fileUrl(publicUrl: string, key: string, filename: string): string {
  return `${publicUrl}/files/${key}/${encodeURIComponent(filename)}`;
}

/** Where a map shows the place. */
export function mapUrl(latitude: number, longitude: number): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
}

/**
 * An attachment with the addresses of its file and thumbnail; a location has a map's address, and a contact card none.
 * `publicUrl` is the address of this server.
 */
export function attachmentBlock(
  attachment: AttachmentRecord,
  accountId: number,
  publicUrl: string,
): Shown<typeof attachmentBlockShape> {
  if (!isFile(attachment)) return sharedBlock(attachment, accountId);
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

function sharedBlock(
  { id, messageId, fileType, details }: Pick<AttachmentRecord, 'id' | 'messageId' | 'fileType' | 'details'>,
  accountId: number,
): Shown<typeof attachmentBlockShape> {
  const place = details && 'coordinates_lat' in details ? details : null;
  return {
    id,
    message_id: messageId,
    file_type: fileType,
    account_id: accountId,
    extension: null,
    content_type: '',
    data_url: place ? mapUrl(place.coordinates_lat, place.coordinates_long) : '',
    thumb_url: '',
    file_size: 0,
    width: null,
    height: null,
    ...details,
  };
}
