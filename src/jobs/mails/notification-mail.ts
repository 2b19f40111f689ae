import { object } from 'yup';
import { integer } from '../../fields.ts';
import { notificationMail as writeMail } from '../../mail/notification-mail.ts';
import { notificationBody, notificationTitle } from '../../wire/notification-texts.ts';
import { conversationUrl, wantedNotification } from '../notifications/wanted-notification.ts';
import type { MailWriter } from './mail-writer.ts';

const payloadOf = object({ notification_id: integer().required() });

/**
 * The mail about a notification (conversations/notifications/); null when its owner has seen it, does not want it any
 * more, or has not accepted the invitation to the account.
 */
export const notificationMail: MailWriter = async (app, payload) => {
  const { notification_id: id } = payloadOf.validateSync(payload);
  const notification = await wantedNotification(app.tx(), id, 'emailFlags');
  if (notification === null || notification.user.invitedEmail !== null) return null;
  const { user, conversation } = notification;
  const mail = await writeMail({
    email: user.email,
    name: user.name,
    accountName: conversation.account.name,
    title: notificationTitle(notification),
    body: notificationBody(notification),
    conversationUrl: conversationUrl(notification, app.installation.publicUrl),
  });
  return { ...mail, contactId: conversation.contact.id };
};
