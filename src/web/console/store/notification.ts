import type { WireConversation } from './wire.ts';

export const NOTIFICATION_TYPES = [
  'conversation_assignment',
  'conversation_mention',
  'assigned_conversation_new_message',
  'participating_conversation_new_message',
  'conversation_creation',
] as const;
/** The types that the server sends; those about service levels do not come yet. */
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** A notification as lists and the socket have it, as far as the console reads it. */
export type WireNotification = {
  id: number;
  notification_type: string;
  /** The author and the text of its message; '' = it has no message. */
  push_message_body: string;
  /** The number of the conversation. */
  primary_actor_id: number;
  primary_actor: Pick<WireConversation, 'inbox_id' | 'meta'>;
  read_at: string | null;
  snoozed_until: string | null;
  last_activity_at: number;
};

/** A notification of the user: each conversation has at most one. */
export type Notification = {
  id: number;
  type: string;
  /** The number of its conversation. */
  conversationId: number;
  inboxId: number;
  contactName: string;
  contactPicture: string;
  /** '' = there is no message. */
  text: string;
  isRead: boolean;
  /** ISO 8601; null = it is not snoozed. */
  snoozedUntil: string | null;
  /** Unix seconds. */
  at: number;
};

export function notificationOf(wire: WireNotification): Notification {
  const { sender } = wire.primary_actor.meta;
  return {
    id: wire.id,
    type: wire.notification_type,
    conversationId: wire.primary_actor_id,
    inboxId: wire.primary_actor.inbox_id,
    contactName: sender.name ?? '',
    contactPicture: sender.thumbnail,
    text: wire.push_message_body,
    isRead: wire.read_at !== null,
    snoozedUntil: wire.snoozed_until,
    at: wire.last_activity_at,
  };
}

/** Newest first. */
export const byTime = (a: Notification, b: Notification): number => b.at - a.at || b.id - a.id;
