import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { json } from '../../db/dialect.ts';
import { onlyRow, type Placeholders, prepared } from '../../db/prepared.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { ContentType, MessageStatus, MessageType, SenderType } from '../../entities/message.ts';
import type { ConversationChanges } from '../update-conversation.ts';

/** Row keys of what a message belongs to. */
export type MessagePlace = { accountId: number; inboxId: number; conversationId: number };

/** The columns of a new message that differ from message to message. */
export type MessageColumns = {
  messageType: MessageType;
  content: string | null;
  contentType: ContentType;
  contentAttributes: Attributes;
  additionalAttributes: Attributes;
  private: boolean;
  sourceId: string | null;
  senderType: SenderType | null;
  senderId: number | null;
  attachmentsCount: number;
  /** sent unless it is given. */
  status?: MessageStatus;
  externalError?: string | null;
};

/** Writes the row of a message and returns its key. */
export async function writeMessage(tx: Tx, place: MessagePlace, message: MessageColumns, now: Date): Promise<number> {
  const rows = await insert(tx, {
    ...message,
    status: message.status ?? 'sent',
    externalError: message.externalError ?? null,
    contentAttributes: json(message.contentAttributes),
    additionalAttributes: json(message.additionalAttributes),
    ...place,
    now,
  });
  return onlyRow(rows).id;
}

/**
 * Writes what happened to the conversation, for the team to read: "Alice set the priority to high". Returns what that
 * changes of the conversation, for the caller to write with the rest.
 */
export async function writeActivity(
  tx: Tx,
  conversation: ConversationRecord,
  content: string,
  now: Date,
): Promise<ConversationChanges> {
  const { account, inbox, id: conversationId } = conversation;
  const place = { accountId: account.id, inboxId: inbox.id, conversationId };
  const lastMessageId = await writeMessage(tx, place, { ...ACTIVITY, content }, now);
  return { lastMessageId, lastActivityAt: now, updatedAt: now };
}

const ACTIVITY = {
  messageType: 'activity',
  contentType: 'text',
  contentAttributes: {},
  additionalAttributes: {},
  private: false,
  sourceId: null,
  senderType: null,
  senderId: null,
  attachmentsCount: 0,
} as const;

const insert = prepared((db, values: Placeholders<Required<MessageColumns> & MessagePlace & { now: Date }>) =>
  db
    .insertInto('messages')
    .values({
      account_id: values.accountId,
      inbox_id: values.inboxId,
      conversation_id: values.conversationId,
      message_type: values.messageType,
      content: values.content,
      content_type: values.contentType,
      content_attributes: values.contentAttributes,
      additional_attributes: values.additionalAttributes,
      status: values.status,
      external_error: values.externalError,
      private: values.private,
      source_id: values.sourceId,
      sender_type: values.senderType,
      sender_id: values.senderId,
      attachments_count: values.attachmentsCount,
      created_at: values.now,
      updated_at: values.now,
    })
    .returning('id'),
);
