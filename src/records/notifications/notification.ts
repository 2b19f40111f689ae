import type { RecordOf } from '../columns.ts';
import type { ConversationRecord } from '../conversation.ts';
import type { MessageRecord } from '../message.ts';
import type { UserRecord } from '../user.ts';

/** The columns of a notification's record. */
export const NOTIFICATION = [
  'id',
  'accountId',
  'userId',
  // The row key; never shown to clients.
  'conversationId',
  'type',
  'secondaryActorType',
  'secondaryActorId',
  'version',
  'readAt',
  'snoozedUntil',
  'lastSnoozedAt',
  'lastActivityAt',
  'createdAt',
  'updatedAt',
] as const;

export type NotificationRecord = RecordOf<'notifications', typeof NOTIFICATION> & {
  /** The number of the conversation. */
  displayId: number;
};

/** A notification with all its shown values. */
export type WholeNotification = NotificationRecord & {
  user: UserRecord;
  conversation: ConversationRecord;
  /** The conversation's newest public message; null = none. */
  newest: MessageRecord | null;
  /** The message of the notification, or the user who caused it; null = neither, or the user was deleted. */
  message: MessageRecord | null;
  actor: UserRecord | null;
};
