import { effect } from '../../kit/signals.ts';
import type { Route } from '../store/state.ts';
import type { Ui } from '../views/ui.ts';

export const ROUTES: readonly Route[] = [
  '/',
  '/messages',
  '/prechat-form',
  '/unread-messages',
  '/campaigns',
  '/article',
];

/** Keeps the document, its address and the page around it at what the state is. */
export function followState(ui: Ui): void {
  const { widget, i18n, link, close } = ui;
  const { state } = widget;
  const root = document.documentElement;

  effect(() => {
    const { darkMode } = state.settings.value;
    root.style.colorScheme = darkMode === 'auto' ? 'light dark' : (darkMode ?? 'light');
  });
  effect(() => root.style.setProperty('--color', state.channel.value.widget_color || '#1f93ff'));
  effect(() => {
    root.lang = i18n.language();
    root.dir = i18n.direction();
  });
  effect(() => {
    const token = link.place === 'window' ? widget.identity.token.value : null;
    const address = `#${state.route.value}`;
    // Of what is kept for the app that takes the place of this one, nothing is lost until the page is gone.
    if (!history.state?.kept) history.replaceState(token, '', address);
  });
  // A page opened the window of another visitor again.
  addEventListener('hashchange', () => location.reload());
  // However it came: told by the socket, or read after a while without it.
  effect(() => {
    const isAny = state.isLoaded.value && state.unread.value.length > 0;
    if (isAny) void widget.live().then(({ showUnread }) => showUnread(ui));
  });
  effect(() => link.tell({ event: 'handleNotificationDot', unreadMessageCount: state.unread.value.length }));
  effect(() => {
    const isPreview = state.route.value === '/unread-messages' || state.route.value === '/campaigns';
    if (!isPreview) link.tell({ event: 'updateIframeHeight', isFixedHeight: false });
  });

  addEventListener('keydown', ({ key, isComposing }) => {
    if (key === 'Escape' && !isComposing && link.place === 'frame') close();
  });
}
