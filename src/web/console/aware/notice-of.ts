import type { I18n } from '../../kit/i18n.ts';
import type { TextKey } from '../locales.ts';
import { type Notification, NOTIFICATION_TYPES, type NotificationType } from '../store/notification.ts';

const TEXTS: Record<NotificationType, TextKey> = {
  conversation_assignment: 'noticeAssigned',
  conversation_mention: 'noticeMention',
  assigned_conversation_new_message: 'noticeMessage',
  participating_conversation_new_message: 'noticeMessage',
  conversation_creation: 'noticeCreated',
};

/** What has happened, in one line, and the words of its message. */
export function noticeOf({ t }: I18n<TextKey>, { type, conversationId, text }: Notification) {
  const known = NOTIFICATION_TYPES.find((one) => one === type);
  return { title: t(known ? TEXTS[known] : 'noticeOther', { number: conversationId }), body: text };
}
