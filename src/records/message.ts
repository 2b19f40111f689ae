import { FILE_TYPES, type FileType } from '../entities/attachment.ts';
import type { SenderType } from '../entities/message.ts';
import type { RecordOf } from './columns.ts';
import type { UserRecord } from './user.ts';

/** The columns of a message's record. */
export const MESSAGE = [
  'id',
  'accountId',
  'inboxId',
  'messageType',
  'content',
  'contentType',
  'contentAttributes',
  'additionalAttributes',
  'status',
  'externalError',
  'private',
  'sourceId',
  'createdAt',
  'updatedAt',
] as const;

export type MessageRecord = RecordOf<'messages', typeof MESSAGE> & {
  /** Null for activities, templates, and senders that were deleted. */
  sender: SenderRecord | null;
  attachments: AttachmentRecord[];
};

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
  /** Null = it was not read, or the sender is no member of the account. */
  presence: Presence | null;
};

/** The values that decide a user's availability. */
export type Presence = Pick<UserRecord, 'availability' | 'autoOffline' | 'onlineUntil'>;

/** The columns of an attachment's record. */
export const ATTACHMENT = [
  'id',
  'messageId',
  'fileType',
  'key',
  'filename',
  'contentType',
  'fileSize',
  'width',
  'height',
  'thumbnailKey',
  'details',
] as const;

export type AttachmentRecord = RecordOf<'attachments', typeof ATTACHMENT>;

/** Whether an attachment is a file, and no place or card. */
export function isFile<T extends Pick<AttachmentRecord, 'fileType'>>(
  attachment: T,
): attachment is T & { fileType: FileType } {
  return (FILE_TYPES as readonly string[]).includes(attachment.fileType);
}
