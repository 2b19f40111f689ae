import { Skeleton } from '../../../kit/controls/skeleton.tsx';
import { useEffect, useSignal } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { Heading } from '../../shell/heading.tsx';
import { AlertSettings } from './alert-settings.tsx';
import { NotificationRow } from './notification-row.tsx';
import { useAttempt } from '../../session/use-attempt.ts';

/** What the user is notified of, and how. */
export function Notifications({ console }: { console: Console }) {
  const { i18n } = useDesk();
  const { t } = i18n;
  const { notifications } = console;
  const attempt = useAttempt();
  const isLoading = useSignal(false);
  const [state, all] = [notifications.state.value, notifications.all.value];
  useEffect(() => notifications.open(), []);

  async function loadMore() {
    isLoading.value = true;
    await attempt(() => notifications.loadMore());
    isLoading.value = false;
  }

  return (
    <section class="notifications">
      <div class="screen-head">
        <Heading title={t('notifications')} />
        <button
          type="button"
          class="secondary"
          disabled={notifications.unread.value === 0}
          onClick={() => void attempt(() => notifications.markAllRead())}
        >
          {t('markAllRead')}
        </button>
      </div>
      <div class="notifications-columns">
        <div class="notifications-list">
          {state === 'loading' && <Skeleton label={t('loading')} />}
          {state === 'failed' && (
            <div role="alert" class="problem">
              <p>{t('notificationsFailed')}</p>
              <button type="button" class="secondary" onClick={() => notifications.open()}>
                {t('tryAgain')}
              </button>
            </div>
          )}
          {state === 'ready' && all.length === 0 && (
            <div class="empty">
              <p class="empty-title">{t('noNotifications')}</p>
              <p>{t('noNotificationsText')}</p>
            </div>
          )}
          {all.length > 0 && (
            <ul>
              {all.map((one) => (
                <NotificationRow key={one.id} console={console} notification={one} />
              ))}
            </ul>
          )}
          {notifications.hasMore.value && (
            <button type="button" class="secondary" disabled={isLoading.value} onClick={() => void loadMore()}>
              {t('loadMore')}
            </button>
          )}
        </div>
        <AlertSettings console={console} />
      </div>
    </section>
  );
}
