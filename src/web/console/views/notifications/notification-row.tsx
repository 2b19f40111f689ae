import { Avatar } from '../../../kit/avatar.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { MenuButton } from '../../../kit/controls/menu.tsx';
import { makeAddress } from '../../addresses.ts';
import { noticeOf } from '../../aware/notice-of.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { ICONS } from '../../icons.ts';
import type { Notification } from '../../store/notification.ts';
import { shortTime } from '../list/times.ts';
import { OUTLINES } from '../thread/outlines.ts';
import { snoozeTimes } from '../thread/snooze-times.ts';
import { useAttempt } from '../../session/use-attempt.ts';

type NotificationRowProps = { console: Console; notification: Notification };

/** A notification: leads to its conversation, which marks it as read. */
export function NotificationRow({ console, notification: one }: NotificationRowProps) {
  const { i18n } = useDesk();
  const { t } = i18n;
  const { notifications } = console;
  const attempt = useAttempt();
  const { title, body } = noticeOf(i18n, one);
  const { account, inboxes } = console.start.value;
  const inbox = inboxes.find(({ id }) => id === one.inboxId);
  const name = one.contactName || t('someone');
  const href = makeAddress({
    screen: 'conversations',
    account: account.id,
    view: { kind: 'dashboard' },
    conversation: one.conversationId,
    query: {},
  });
  const until = one.snoozedUntil === null ? null : new Date(one.snoozedUntil);
  return (
    <li class={`notification ${one.isRead || until ? '' : 'is-unread'}`}>
      <a href={href} onClick={() => !one.isRead && void attempt(() => notifications.mark(one, true))}>
        <Avatar name={name} url={one.contactPicture} />
        <span class="notification-inside">
          <span class="notification-head">
            <span class="notification-name">{name}</span>
            {!one.isRead && !until && <span class="unseen">{t('unread')}</span>}
            <time dateTime={new Date(one.at * 1000).toISOString()}>
              {shortTime(i18n.language(), one.at, Date.now() / 1000)}
            </time>
          </span>
          <span class="notification-title">{title}</span>
          {body && <span class="notification-text">{body}</span>}
          <span class="notification-foot">
            {inbox?.name}
            {until && ` · ${t('snoozedUntil', { time: `${i18n.day(until)}, ${i18n.time(until)}` })}`}
          </span>
        </span>
      </a>
      <button
        type="button"
        class="icon-button"
        aria-label={t(one.isRead ? 'markUnread' : 'markRead')}
        title={t(one.isRead ? 'markUnread' : 'markRead')}
        onClick={() => void attempt(() => notifications.mark(one, !one.isRead))}
      >
        <Icon outline={one.isRead ? ICONS.bell : ICONS.check} />
      </button>
      <MenuButton
        label={t('more')}
        class="icon-button"
        groups={[
          {
            label: t('snooze'),
            items: snoozeTimes(new Date()).map(({ name: when, at }) => ({
              label: t(when),
              onSelect: () => void attempt(() => notifications.snooze(one, Math.floor(at.getTime() / 1000))),
            })),
          },
          { items: [{ label: t('delete'), onSelect: () => void attempt(() => notifications.remove(one)) }] },
        ]}
      >
        <Icon outline={OUTLINES.more} />
      </MenuButton>
    </li>
  );
}
