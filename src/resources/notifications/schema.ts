import { array, integer, moment, object, oneOf } from '../../fields.ts';

const INCLUDED = ['read', 'snoozed'] as const;

export const listNotificationsQuery = object({
  includes: array(oneOf(INCLUDED).required("can't be blank")),
  sort_order: oneOf(['asc', 'desc']).default('desc'),
});

export const countNotificationsQuery = object({ includes: array(oneOf(INCLUDED).required("can't be blank")) });

export const snoozeNotificationBody = object({
  snoozed_until: moment().required('is missing: the time when the notification comes back'),
});

export const readAllBody = object({
  primary_actor_type: oneOf(['Conversation']),
  primary_actor_id: integer().when('primary_actor_type', ([type], field) =>
    type === undefined ? field : field.required("can't be blank"),
  ),
});

export const deleteNotificationsBody = object({ type: oneOf(['read', 'all']).default('all') });
