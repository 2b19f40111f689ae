import { sound } from '../../kit/sound/load-sound.ts';
import { effect } from '../../kit/signals.ts';
import { makeAddress } from '../addresses.ts';
import type { Console } from '../console.ts';
import type { Desk } from '../desk.ts';
import type { Notification as Noted } from '../store/notification.ts';
import { noticeOf } from './notice-of.ts';
import { holdWhileSeen, isSeen } from './seen.ts';
import { startWorker } from './start-worker.ts';
import { wantsSound } from './wants-sound.ts';

/** Tells the user of what is new in the open account: by a sound, and by the system where no page of the console is visible. */
export function followAlerts(desk: Desk): void {
  holdWhileSeen();
  effect(() => {
    const { value: opened } = desk.account.state;
    if (opened.is !== 'open') return undefined;
    const { console } = opened;
    return console.notifications.follow((one) => void alert(desk, console, one));
  });
  // Browsers let a page make sounds once the user has touched it, and the sounds have to be there by then.
  effect(() => {
    if (wantsSound(desk.session)) void sound();
  });
}

async function alert(desk: Desk, console: Console, one: Noted): Promise<void> {
  // One of the tabs is enough.
  if (!console.isLeading()) return;
  const { address } = desk.place;
  const now = address.peek();
  const isOpen = now.screen === 'conversations' && now.conversation === one.conversationId;
  const isVisible = await isSeen();
  if (isOpen && document.visibilityState === 'visible') return;
  if (wantsSound(desk.session)) (await sound()).beep();
  if (!isVisible && desk.push.state.peek() === 'here') await show(desk, console, one);
}

/** With push messages, the service worker shows it. */
async function show({ i18n, place }: Desk, console: Console, one: Noted): Promise<void> {
  const { title, body } = noticeOf(i18n, one);
  const { id: account } = console.start.peek().account;
  const conversation = one.conversationId;
  const path = makeAddress({ screen: 'conversations', account, view: { kind: 'dashboard' }, conversation, query: {} });
  const options = { body, tag: `notification_${one.id}`, icon: '/app/icons/192.png' };
  const worker = await startWorker();
  // On phones, only a service worker may show notifications; its click leads to the address.
  if (worker) return worker.showNotification(title, { ...options, data: path });
  const shown = new Notification(title, options);
  shown.addEventListener('click', () => {
    window.focus();
    shown.close();
    place.go(path);
  });
}
