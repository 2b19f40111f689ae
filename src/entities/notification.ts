import { defineEntity, p } from '@mikro-orm/core';
import { choice, id, moment } from './columns.ts';
import { Conversation } from './conversation.ts';
import { User } from './user.ts';

/** What a member can be notified of. Of the last three, which are about service levels, there are none yet. */
export const NOTIFICATION_TYPES = [
  'conversation_creation',
  'conversation_assignment',
  'assigned_conversation_new_message',
  'conversation_mention',
  'participating_conversation_new_message',
  'sla_missed_first_response',
  'sla_missed_next_response',
  'sla_missed_resolution',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** What new members get mails and push messages of. */
export const DEFAULT_FLAGS: readonly NotificationType[] = ['conversation_assignment'];

/** What a user is notified of in a conversation. There is one for each conversation: something newer takes its place. */
export const Notification = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  uniques: [{ properties: ['conversation', 'user'] }],
  indexes: [{ properties: ['user', 'accountId', 'lastActivityAt', 'id'] }],
  properties: {
    id: id(),
    accountId: p.integer(),
    user: p.manyToOne(User).deleteRule('cascade').index(false),
    conversation: p.manyToOne(Conversation).deleteRule('cascade').index(false),
    type: choice(NOTIFICATION_TYPES),
    /**
     * The message that it is about, or the user who caused it; null = neither. No foreign key: messages go with their
     * conversation, and of a deleted user nothing is shown.
     */
    secondaryActorType: choice(['Message', 'User']).nullable(),
    secondaryActorId: p.integer().nullable(),
    /** Counts what has taken its place, so that a push message about the former one is not sent. */
    version: p.integer().default(1),
    /** Null = unread. */
    readAt: moment().nullable(),
    /** When it comes back; null = it is not snoozed. */
    snoozedUntil: moment().nullable().index(),
    /** When the last snooze was over; null = it was not snoozed, or still is. */
    lastSnoozedAt: moment().nullable(),
    /** When it came, or came back. */
    lastActivityAt: moment(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
