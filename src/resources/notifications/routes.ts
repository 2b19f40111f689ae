import { found } from '../../errors.ts';
import { callingMember } from '../../http/calling-member.ts';
import { empty, ok } from '../../http/routes/answer.ts';
import { USUAL_PAGE } from '../../http/routes/page.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { completeNotifications } from '../../records/notifications/complete-notifications.ts';
import {
  countNotifications,
  findNotification,
  listNotifications,
} from '../../records/notifications/read-notifications.ts';
import { inboxesOfSourceIds, withShownContactInbox } from '../../records/access/source-ids.ts';
import { findVisibleConversation } from '../../records/visible-inboxes.ts';
import { notificationBlock } from '../../wire/notification-blocks.ts';
import { integer } from '../../wire/shape.ts';
import { notificationRowShape, notificationsShape } from './answers.ts';
import { deleteNotifications } from './delete-notifications.ts';
import { markAllRead } from './mark-all-read.ts';
import { markNotificationRead } from './mark-notification-read.ts';
import { markNotificationUnread } from './mark-notification-unread.ts';
import { presentNotificationRow } from './presenter.ts';
import {
  countNotificationsQuery,
  deleteNotificationsBody,
  listNotificationsQuery,
  readAllBody,
  snoozeNotificationBody,
} from './schema.ts';
import { snoozeNotification } from './snooze-notification.ts';

export const notifications = routes('/notifications');

notifications.get(
  '/',
  {
    permission: 'notification:read',
    summary: 'List your notifications',
    description: 'Those that are unread and not snoozed, the newest first; with `includes[]`, also others.',
    query: listNotificationsQuery,
    page: USUAL_PAGE,
    answer: ok(notificationsShape),
  },
  async ({ tx, publicUrl, now, page, query, ...asked }) => {
    const owner = callingMember(asked);
    const filter = filterOf(query);
    const [rows, { count, unreadCount }] = await tx.together((tx) => [
      listNotifications(tx, owner, filter, query.sort_order === 'asc', page),
      countNotifications(tx, owner, filter),
    ]);
    const [whole, shownIn] = await tx.together((tx) => [
      completeNotifications(tx, rows),
      inboxesOfSourceIds(tx, owner.accountId, asked.caller),
    ]);
    const shown = whole.map((one) => ({ ...one, conversation: withShownContactInbox(one.conversation, shownIn) }));
    return {
      data: {
        meta: { unread_count: unreadCount, count, current_page: page.number },
        payload: shown.map((notification) => notificationBlock(notification, now, publicUrl)),
      },
    };
  },
);

notifications.get(
  '/unread_count',
  {
    permission: 'notification:read',
    summary: 'Count your unread notifications',
    query: countNotificationsQuery,
    answer: ok(integer),
  },
  async ({ tx, query, ...asked }) => (await countNotifications(tx, callingMember(asked), filterOf(query))).unreadCount,
);

notifications.post(
  '/read_all',
  {
    permission: 'notification:write',
    summary: 'Mark all of your notifications as read',
    description: 'With `primary_actor_id`, only the one of the conversation with this number.',
    body: readAllBody,
    example: { primary_actor_type: 'Conversation', primary_actor_id: 1 },
    mayAnswer: [404],
    answer: empty,
  },
  async ({ tx, account, caller, now, body: { primary_actor_id: number } }) => {
    const conversation = number === undefined ? null : await findVisibleConversation(tx, account.id, number, caller);
    await markAllRead(tx, callingMember({ account, caller }), conversation, now);
  },
);

notifications.post(
  '/destroy_all',
  {
    permission: 'notification:write',
    summary: 'Delete your notifications',
    description: 'All of them, or those that are read.',
    body: deleteNotificationsBody,
    example: { type: 'read' },
    answer: empty,
  },
  ({ tx, body, ...asked }) => deleteNotifications(tx, callingMember(asked), body.type),
);

notifications.patch(
  '/:id',
  {
    permission: 'notification:write',
    summary: 'Mark a notification as read',
    find: notificationOf,
    answer: ok(notificationRowShape),
  },
  async ({ tx, found: notification, now }) => presentNotificationRow(await markNotificationRead(tx, notification, now)),
);

notifications.post(
  '/:id/unread',
  {
    permission: 'notification:write',
    summary: 'Mark a notification as unread',
    find: notificationOf,
    answer: ok(notificationRowShape),
  },
  async ({ tx, found: notification, now }) =>
    presentNotificationRow(await markNotificationUnread(tx, notification, now)),
);

notifications.post(
  '/:id/snooze',
  {
    permission: 'notification:write',
    summary: 'Snooze a notification',
    description: 'It comes back unread at that time.',
    find: notificationOf,
    body: snoozeNotificationBody,
    example: { snoozed_until: 4_102_444_800 },
    answer: ok(notificationRowShape),
  },
  async ({ tx, found: notification, body, now }) =>
    presentNotificationRow(await snoozeNotification(tx, notification, body.snoozed_until, now)),
);

notifications.delete(
  '/:id',
  { permission: 'notification:write', summary: 'Delete a notification', find: notificationOf, answer: empty },
  ({ tx, found: { id }, ...asked }) => deleteNotifications(tx, callingMember(asked), { id }),
);

const filterOf = ({ includes = [] }: { includes?: readonly (string | null)[] | undefined }) => ({
  withRead: includes.includes('read'),
  withSnoozed: includes.includes('snoozed'),
});

async function notificationOf({ tx, params, ...asked }: Asked<'/:id'>) {
  return found(await findNotification(tx, callingMember(asked), params.id), 'Notification');
}
