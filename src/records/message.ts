import type { FileType } from '../entities/attachment.ts';
import type { Attributes } from '../entities/columns.ts';
import type { ContentType, MessageStatus, MessageType, SenderType } from '../entities/message.ts';
import type { StoredFile } from '../storage/stored-file.ts';

export type MessageRecord = {
  id: number;
  accountId: number;
  inboxId: number;
  messageType: MessageType;
  content: string | null;
  contentType: ContentType;
  contentAttributes: Attributes;
  additionalAttributes: Attributes;
  status: MessageStatus;
  externalError: string | null;
  private: boolean;
  sourceId: string | null;
  /** Null for activities, templates, and senders that were deleted. */
  sender: SenderRecord | null;
  attachments: AttachmentRecord[];
  createdAt: Date;
  updatedAt: Date;
};

/** Makes a record of a message's columns, its sender and its attachments. */
export function messageRecord(
  columns: Omit<MessageRecord, 'sender' | 'attachments'>,
  sender: SenderRecord | null,
  attachments: AttachmentRecord[],
): MessageRecord {
  return {
    id: columns.id,
    accountId: columns.accountId,
    inboxId: columns.inboxId,
    messageType: columns.messageType,
    content: columns.content,
    contentType: columns.contentType,
    contentAttributes: columns.contentAttributes,
    additionalAttributes: columns.additionalAttributes,
    status: columns.status,
    externalError: columns.externalError,
    private: columns.private,
    sourceId: columns.sourceId,
    sender,
    attachments,
    createdAt: columns.createdAt,
    updatedAt: columns.updatedAt,
  };
}

export type SenderRecord = {
  type: SenderType;
  id: number;
  name: string;
  /** What is shown instead of the name; null = the name. */
  displayName: string | null;
  email: string | null;
  phoneNumber: string | null;
  identifier: string | null;
  avatarUrl: string | null;
};

export type AttachmentRecord = StoredFile & {
  id: number;
  messageId: number;
  fileType: FileType;
  /** The file of a smaller picture; null = there is none. */
  thumbnailKey: string | null;
};
