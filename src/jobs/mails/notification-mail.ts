import { object } from 'yup';
import { memberAddress } from '../../channels/email/member-addresses.ts';
import { ANSWER_ABOVE } from '../../channels/email/member-text.ts';
import { readNewestIncoming } from '../../records/newest-message.ts';
import { integer } from '../../fields.ts';
import { notificationMail as writeMail } from '../../mail/notification-mail.ts';
import { notificationBody, notificationReason, notificationTitle } from '../../wire/notification-texts.ts';
import { conversationUrl, wantedNotification } from '../notifications/wanted-notification.ts';
import type { MailWriter } from './mail-writer.ts';

const payloadOf = object({ notification_id: integer().required() });

/**
 * The mail about a notification (conversations/notifications/); null when its owner has seen it, does not want it any
 * more, or has not accepted the invitation to the account. It quotes what others wrote, the contact before all, and is answered
 * at an address of its own where mail comes to the installation.
 */
export const notificationMail: MailWriter = async (app, payload) => {
  const { notification_id: id } = payloadOf.validateSync(payload);
  const notification = await wantedNotification(app.tx(), id, 'emailFlags');
  if (notification === null || notification.user.invitedEmail !== null) return null;
  const { user, conversation, message, newest } = notification;
  const shown = [message, await readNewestIncoming(app.tx(), conversation.id), newest].find(
    (one) => one !== null && !(one.sender?.type === 'User' && one.sender.id === user.id),
  );
  const { vault, mail: settings } = app.installation;
  const place = { userId: user.id, conversationId: conversation.id };
  const takesAnswers = settings.inboundDomain !== '';
  const mail = await writeMail({
    email: user.email,
    name: user.name,
    accountName: conversation.account.name,
    title: notificationTitle(notification),
    body: notificationBody({ ...notification, message: shown ?? null, newest: null }),
    reason: notificationReason(notification),
    answerAbove: takesAnswers ? ANSWER_ABOVE : '',
    replyTo: takesAnswers ? memberAddress(vault, place, settings.inboundDomain) : null,
    conversationUrl: conversationUrl(notification, app.installation.publicUrl),
  });
  return { ...mail, contactId: conversation.contact.id };
};
