import type { Shown } from '../../wire/shape.ts';
import { EMAIL_FLAGS, type notificationSettingsShape, PUSH_FLAGS } from './answers.ts';
import type { NotificationSettings } from './queries.ts';

export function presentNotificationSettings(settings: NotificationSettings): Shown<typeof notificationSettingsShape> {
  return {
    id: settings.id,
    user_id: settings.userId,
    account_id: settings.accountId,
    all_email_flags: EMAIL_FLAGS,
    selected_email_flags: settings.emailFlags.map((type) => `email_${type}` as const),
    all_push_flags: PUSH_FLAGS,
    selected_push_flags: settings.pushFlags.map((type) => `push_${type}` as const),
  };
}
