import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { NOTIFICATION_TYPES, type NotificationType } from '../../entities/notification.ts';
import { callingMember } from '../../http/calling-member.ts';
import { notificationSettingsShape } from './answers.ts';
import { presentNotificationSettings } from './presenter.ts';
import { readNotificationSettings } from './queries.ts';
import { updateNotificationSettingsBody } from './schema.ts';
import { updateNotificationSettings } from './update-notification-settings.ts';

export const notificationSettings = routes('/notification_settings');

notificationSettings.get(
  '/',
  {
    permission: 'notification_setting:read',
    summary: 'Show what you want to be notified of',
    description: 'The flags of mails and of push messages, which come besides the notifications in the list.',
    answer: ok(notificationSettingsShape),
  },
  async ({ tx, ...asked }) => presentNotificationSettings(await readNotificationSettings(tx, callingMember(asked))),
);

notificationSettings.patch(
  '/',
  {
    permission: 'notification_setting:write',
    summary: 'Change what you want to be notified of',
    description: 'Each list is replaced as a whole.',
    body: updateNotificationSettingsBody,
    name: 'notification_settings',
    example: {
      selected_email_flags: ['email_conversation_mention'],
      selected_push_flags: ['push_conversation_assignment', 'push_conversation_mention'],
    },
    answer: ok(notificationSettingsShape),
  },
  async ({ tx, now, body, ...asked }) => {
    const changes = {
      emailFlags: body.selected_email_flags && typesIn(body.selected_email_flags, 'email_'),
      pushFlags: body.selected_push_flags && typesIn(body.selected_push_flags, 'push_'),
    };
    return presentNotificationSettings(await updateNotificationSettings(tx, callingMember(asked), changes, now));
  },
);

/** The types that the flags name, each once, in their usual order. */
function typesIn(flags: readonly (string | null)[], prefix: 'email_' | 'push_'): NotificationType[] {
  return NOTIFICATION_TYPES.filter((type) => flags.includes(`${prefix}${type}`));
}
