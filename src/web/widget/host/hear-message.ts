import { sound } from '../../kit/sound/load-sound.ts';
import { fromWire } from '../store/message.ts';
import type { WireMessage } from '../store/wire.ts';
import { drawing, SPECIAL } from '../../kit/drawing.ts';
import { nameOf } from '../views/name-of.ts';
import type { Ui } from '../views/ui.ts';

/**
 * Tells of a message, as soon as the server has told of it: the page, screen readers, and with a sound the visitor.
 * `isNewest`: nothing newer came with it, since many at once make one sound.
 */
export function hearMessage(ui: Ui, wire: WireMessage, isNew: boolean, isNewest: boolean): void {
  const { widget, i18n, link, announce } = ui;
  const { state } = widget;
  const message = fromWire(wire, '');
  if (isNew || message.attributes.submitted_values) {
    link.tell({ event: 'onEvent', eventIdentifier: 'chatwoot:on-message', data: wire });
  }
  if (!isNew || message.isOwn) return;
  const name = nameOf(message, i18n.t('us'));
  void spoken(message.content || i18n.t('file')).then((text) => announce(i18n.t('newMessage', { name, text })));

  const isSeen = state.isOpen.peek() && !document.hidden;
  if (isNewest && message.isFromPerson && !isSeen) {
    if (link.place === 'frame') link.tell({ event: 'playAudio' });
    else void sound().then(({ beep }) => beep());
  }
}

/** Shows what the visitor has not seen above the bubble, unless the window is open or the page does not want it. */
export function showUnread({ widget: { state }, link, go }: Ui): void {
  const isWanted = state.settings.peek().showUnreadMessagesDialog !== false;
  if (state.isOpen.peek() || !isWanted || state.unread.peek().length === 0) return;
  go('/unread-messages');
  link.tell({ event: 'setUnreadMode' });
}

/** Markdown as it is read aloud. */
const spoken = async (text: string): Promise<string> => (SPECIAL.test(text) ? (await drawing()).readAloud(text) : text);
