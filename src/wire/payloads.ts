import type { AccountRecord } from '../records/account.ts';
import type { Actor } from '../records/actor.ts';
import type { ContactRecord } from '../records/contact.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import type { InboxRecord } from '../records/inbox.ts';
import type { MessageRecord } from '../records/message.ts';
import type { Attributes } from '../entities/columns.ts';
import type { ConversationStatus } from '../entities/conversation.ts';
import type { Shown } from './shape.ts';
import { iso, unixSeconds } from '../time.ts';
import { type Changes, change } from './changes.ts';
import { contactBlock, conversationBlock } from './conversation-blocks.ts';
import { eventSender, flatSender } from './event-sender.ts';
import { attachmentBlock, contentAttributes, deliveredContent } from './message-blocks.ts';
import type { inboxBlockShape } from './block-shapes.ts';
import type {
  contactCreatedShape,
  contactUpdatedShape,
  conversationPayloadShape,
  conversationUpdatedShape,
  messageCreatedShape,
  messageUpdatedShape,
  statusChangedShape,
  typingShape,
  widgetOpenedShape,
} from './payload-shapes.ts';

// The published payloads without `event` and `id`, which record.ts adds to each. Each has the documented keys, and
// Chatwoot's flat keys where their names are free.

export function conversationPayload(
  conversation: ConversationRecord,
  lastMessage: MessageRecord | null,
  now: Date,
  publicUrl: string,
): Shown<typeof conversationPayloadShape> {
  const block = conversationBlock(conversation, lastMessage, now, publicUrl);
  const { id: _, ...flat } = block;
  return {
    ...flat,
    account: accountBlock(conversation.account),
    inbox: inboxBlock(conversation.inbox),
    conversation: block,
  };
}

export function conversationUpdatedPayload(
  conversation: ConversationRecord,
  lastMessage: MessageRecord | null,
  changes: Changes,
  now: Date,
  publicUrl: string,
): Shown<typeof conversationUpdatedShape> {
  return { ...conversationPayload(conversation, lastMessage, now, publicUrl), changed_attributes: changes };
}

export function conversationStatusChangedPayload(
  conversation: ConversationRecord,
  lastMessage: MessageRecord | null,
  previousStatus: ConversationStatus,
  now: Date,
  publicUrl: string,
): Shown<typeof statusChangedShape> {
  const payload = conversationPayload(conversation, lastMessage, now, publicUrl);
  return {
    ...payload,
    previous_status: previousStatus,
    conversation: { ...payload.conversation, previous_status: previousStatus },
    changed_attributes: [change('status', previousStatus, conversation.status)],
  };
}

/** The payload of a new message; `newest` is the conversation's newest public message. */
export function messagePayload(
  message: MessageRecord,
  conversation: ConversationRecord,
  newest: MessageRecord | null,
  now: Date,
  publicUrl: string,
): Shown<typeof messageCreatedShape> {
  const attachments = message.attachments.map((attachment) =>
    attachmentBlock(attachment, message.accountId, publicUrl),
  );
  const content = deliveredContent(message, conversation, publicUrl);
  const attributes = contentAttributes(message);
  const sender = eventSender(message.sender, conversation, now);
  return {
    account: accountBlock(conversation.account),
    inbox: inboxBlock(conversation.inbox),
    conversation: conversationBlock(conversation, newest, now, publicUrl, newest === message ? sender : undefined),
    message: {
      id: message.id,
      content,
      message_type: message.messageType,
      content_type: message.contentType,
      content_attributes: attributes,
      private: message.private,
      status: message.status,
      external_error: message.externalError,
      source_id: message.sourceId,
      created_at: unixSeconds(message.createdAt),
      sender,
      attachments,
    },
    content,
    message_type: message.messageType,
    content_type: message.contentType,
    content_attributes: attributes,
    additional_attributes: message.additionalAttributes,
    private: message.private,
    source_id: message.sourceId,
    created_at: iso(message.createdAt),
    sender: flatSender(sender),
    ...(attachments.length > 0 && { attachments }),
  };
}

/** The payload of a changed message, with the arguments of `messagePayload`. */
export function messageUpdatedPayload(
  changes: Changes,
  ...message: Parameters<typeof messagePayload>
): Shown<typeof messageUpdatedShape> {
  return { ...messagePayload(...message), changed_attributes: changes };
}

/**
 * The payload of someone who started or stopped typing; `isPrivate` = a private note. `newest` as in `messagePayload`.
 */
export function typingPayload(
  conversation: ConversationRecord,
  newest: MessageRecord | null,
  typing: { actor: Actor; isPrivate: boolean },
  now: Date,
  publicUrl: string,
): Shown<typeof typingShape> {
  return {
    account: accountBlock(conversation.account),
    inbox: inboxBlock(conversation.inbox),
    conversation: conversationBlock(conversation, newest, now, publicUrl),
    user: typistBlock(typing.actor),
    is_private: typing.isPrivate,
  };
}

function typistBlock(actor: Actor): Shown<typeof typingShape>['user'] {
  if (actor.type === 'AgentBot') return { id: actor.id, name: actor.name, type: 'agent_bot' };
  return { id: actor.id, name: actor.name, email: actor.email, type: actor.type.toLowerCase() };
}

export function contactPayload(contact: ContactRecord, account: AccountRecord): Shown<typeof contactCreatedShape> {
  const { id: _, type: __, ...flat } = contactBlock(contact);
  return { ...flat, avatar: contact.avatarUrl ?? '', account: accountBlock(account), contact: contactBlock(contact) };
}

export function contactUpdatedPayload(
  contact: ContactRecord,
  account: AccountRecord,
  changes: Changes,
): Shown<typeof contactUpdatedShape> {
  return { ...contactPayload(contact, account), changed_attributes: changes };
}

/**
 * The payload of a contact who opened the widget. `current` is their newest conversation in the inbox with its newest
 * public message, null = none; `info` is the page's report.
 */
export function widgetOpenedPayload(
  { contact, inbox, sourceId }: { contact: ContactRecord; inbox: InboxRecord; sourceId: string },
  current: { conversation: ConversationRecord; newest: MessageRecord | null } | null,
  info: Attributes,
  now: Date,
  publicUrl: string,
): Shown<typeof widgetOpenedShape> {
  return {
    account: accountBlock(inbox.account),
    inbox: inboxBlock(inbox),
    contact: contactBlock(contact),
    current_conversation: current && conversationBlock(current.conversation, current.newest, now, publicUrl),
    source_id: sourceId,
    event_info: info,
  };
}

/** Only these keys, even where the caller read the whole account. */
export function accountBlock({ id, name }: AccountRecord): AccountRecord {
  return { id, name };
}

export function inboxBlock(inbox: Pick<InboxRecord, 'id' | 'name'>): Shown<typeof inboxBlockShape> {
  return { id: inbox.id, name: inbox.name };
}
