import { effect } from '../../kit/signals.ts';
import type { Desk } from '../desk.ts';

/** The icon of the page with a mark on it. */
const MARKED =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#1d4ed8" d="M6 4h20a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H15l-8 6v-6H6a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z"/><circle cx="24" cy="8" r="8" fill="#d92d20"/></svg>',
  );

/** Shows how many notifications are unread in the title of the page, on its icon, and on the icon of the installed app. */
export function followBadges({ account, title }: Pick<Desk, 'account' | 'title'>): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const usual = icon?.href ?? '';
  effect(() => {
    const { value: opened } = account.state;
    const unread = opened.is === 'open' ? opened.console.notifications.unread.value : 0;
    const { value: name } = title;
    document.title = unread > 0 ? `(${unread}) ${name}` : name;
    if (icon) icon.href = unread > 0 ? MARKED : usual;
    // Only installed apps have one.
    if ('setAppBadge' in navigator) void navigator.setAppBadge(unread).catch(() => {});
  });
}
