import { NOTIFICATION_TYPES } from '../../entities/notification.ts';
import { notificationMetaShape, notificationShape } from '../../wire/notification-blocks.ts';
import { integer, iso, list, named, nullable, oneOf, shape } from '../../wire/shape.ts';

export const notificationsShape = shape({
  data: shape({
    meta: shape({ unread_count: integer, count: integer, current_page: integer }),
    payload: list(notificationShape),
  }),
});

/** A notification by itself, without what it is about. */
export const notificationRowShape = named('NotificationRow', {
  id: integer,
  account_id: integer,
  user_id: integer,
  notification_type: oneOf(NOTIFICATION_TYPES),
  primary_actor_type: oneOf(['Conversation']),
  primary_actor_id: integer,
  secondary_actor_type: nullable(oneOf(['Message', 'User'])),
  secondary_actor_id: nullable(integer),
  read_at: nullable(iso),
  snoozed_until: nullable(iso),
  last_activity_at: iso,
  created_at: iso,
  updated_at: iso,
  meta: notificationMetaShape,
});
