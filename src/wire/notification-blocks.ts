import { NOTIFICATION_TYPES } from '../entities/notification.ts';
import type { WholeNotification } from '../records/notifications/notification.ts';
import { iso, unixSeconds } from '../time.ts';
import { messageBlockShape, userBlockShape } from './block-shapes.ts';
import { conversationBlock, userBlock } from './conversation-blocks.ts';
import { conversationBlockShape } from './event-block-shapes.ts';
import { messageBlock } from './message-blocks.ts';
import { notificationBody, notificationTitle } from './notification-texts.ts';
import {
  either,
  integer,
  iso as isoShape,
  named,
  nullable,
  oneOf,
  propertiesOf,
  seconds,
  shape,
  type Shown,
  text,
} from './shape.ts';

// A notification as its owner sees it, in lists and at their sockets.

export const notificationMetaShape = shape({}, { last_snoozed_at: isoShape });

export const notificationShape = named('Notification', {
  id: integer,
  notification_type: oneOf(NOTIFICATION_TYPES),
  push_message_title: text,
  push_message_body: text,
  primary_actor_type: oneOf(['Conversation']),
  primary_actor_id: integer,
  primary_actor: conversationBlockShape,
  secondary_actor: nullable(either(messageBlockShape, userBlockShape)),
  user: userBlockShape,
  read_at: nullable(isoShape),
  created_at: seconds,
  last_activity_at: seconds,
  snoozed_until: nullable(isoShape),
  meta: notificationMetaShape,
});

/** A notification on sockets. Its title is the message's text, if there is a message, for Chatwoot's clients. */
export const toldNotificationShape = named('ToldNotification', {
  ...propertiesOf(notificationShape),
  account_id: integer,
});

export function notificationBlock(
  notification: WholeNotification,
  now: Date,
  publicUrl: string,
): Shown<typeof notificationShape> {
  const { conversation, newest, message, actor, user } = notification;
  return {
    id: notification.id,
    notification_type: notification.type,
    push_message_title: notificationTitle(notification),
    push_message_body: notificationBody(notification),
    primary_actor_type: 'Conversation',
    primary_actor_id: conversation.displayId,
    primary_actor: conversationBlock(conversation, newest, now, publicUrl),
    secondary_actor: message ? messageBlock(message, conversation, publicUrl) : actor && userBlock(actor, now),
    user: userBlock(user, now),
    read_at: iso(notification.readAt),
    created_at: unixSeconds(notification.createdAt),
    last_activity_at: unixSeconds(notification.lastActivityAt),
    snoozed_until: iso(notification.snoozedUntil),
    meta: notificationMeta(notification),
  };
}

export function toldNotificationBlock(
  notification: WholeNotification,
  now: Date,
  publicUrl: string,
): Shown<typeof toldNotificationShape> {
  const block = notificationBlock(notification, now, publicUrl);
  const title = block.push_message_body || block.push_message_title;
  return { ...block, push_message_title: title, account_id: notification.accountId };
}

export function notificationMeta({
  lastSnoozedAt,
}: Pick<WholeNotification, 'lastSnoozedAt'>): Shown<typeof notificationMetaShape> {
  return lastSnoozedAt === null ? {} : { last_snoozed_at: iso(lastSnoozedAt) };
}
