import { defineEntity, p } from '@mikro-orm/core';
import { attributes, choice, flag, id, moment, text } from './columns.ts';
import { Conversation } from './conversation.ts';

/** In the order of their numbers in the API: 0 incoming, 1 outgoing, 2 activity, 3 template. */
export const MESSAGE_TYPES = ['incoming', 'outgoing', 'activity', 'template'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

export const MESSAGE_STATUSES = ['sent', 'delivered', 'read', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const CONTENT_TYPES = [
  'text',
  'input_text',
  'input_textarea',
  'input_email',
  'input_select',
  'cards',
  'form',
  'article',
  'incoming_email',
  'input_csat',
  'integrations',
  'sticker',
  'voice_call',
] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

export const SENDER_TYPES = ['User', 'Contact', 'AgentBot'] as const;
export type SenderType = (typeof SENDER_TYPES)[number];

/** The content attributes in which the server says how another service sends the message. */
export const SENDING_ATTRIBUTES = [
  'email_continuity',
  'external_attempts',
  'external_delivery',
  'external_delivery_at',
  'external_error',
  'external_last_error',
] as const;

/** A message in a conversation, or an activity noted by the system. */
export const Message = defineEntity({
  name: 'Message',
  tableName: 'messages',
  indexes: [
    { properties: ['conversation', 'id'] },
    // Few messages have one.
    { properties: ['conversation', 'sourceId'], where: 'source_id is not null' },
    // For counting an account's surveys, which are few among its messages.
    { properties: ['accountId', 'createdAt'], where: "content_type = 'input_csat'" },
  ],
  properties: {
    id: id(),
    accountId: p.integer(),
    inboxId: p.integer(),
    conversation: p.manyToOne(Conversation).deleteRule('cascade').index(false),
    messageType: choice(MESSAGE_TYPES),
    /** Null when the message has only attachments or items. */
    content: text().nullable(),
    contentType: choice(CONTENT_TYPES).default('text'),
    contentAttributes: attributes(),
    additionalAttributes: attributes(),
    status: choice(MESSAGE_STATUSES).default('sent'),
    /** Why the message failed; null = it has not failed. */
    externalError: text().nullable(),
    /** Whether it is a note that only the team sees. */
    private: flag().default(false),
    /** The message's id in the channel; null = none. */
    sourceId: text().nullable(),
    /** The sender; null = the system, as for activities and templates. */
    senderType: choice(SENDER_TYPES).nullable(),
    senderId: p.integer().nullable(),
    /** How many attachments it has, so that they are queried only for messages with some. */
    attachmentsCount: p.integer().default(0),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
