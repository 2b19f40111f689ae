import { NOTIFICATION_TYPES } from '../../entities/notification.ts';
import { integer, list, named, oneOf } from '../../wire/shape.ts';

export const EMAIL_FLAGS = NOTIFICATION_TYPES.map((type) => `email_${type}` as const);
export const PUSH_FLAGS = NOTIFICATION_TYPES.map((type) => `push_${type}` as const);

const emailFlags = list(oneOf(EMAIL_FLAGS));
const pushFlags = list(oneOf(PUSH_FLAGS));

export const notificationSettingsShape = named('NotificationSettings', {
  id: integer,
  user_id: integer,
  account_id: integer,
  all_email_flags: emailFlags,
  selected_email_flags: emailFlags,
  all_push_flags: pushFlags,
  selected_push_flags: pushFlags,
});
