import type { ToFrame } from '../../kit/protocol.ts';
import type { Ui } from '../views/ui.ts';

/** What the app knows of the page around it. */
export type Place = {
  address: string;
  /** What it has said of its visitor and their conversation, by what that is about: of each the last, which is at the end. */
  told: Map<string, ToFrame>;
};

/** What nothing in the app depends on. */
const FOR_OTHERS = new Set<ToFrame['event']>(['toggle-close-button', 'widget-visible']);

/** Does what the page says. Everything but opening is done in the order in which it is said. */
export function obey(ui: Ui, told: ToFrame, place: Place): void {
  const { widget, link, go } = ui;
  const { state } = widget;
  if (told.event === 'toggle-open') open(told.isOpen);
  else if (told.event === 'push-event') {
    state.isBack.value = false;
    widget.noteEvent(told.eventName);
  } else if (told.event === 'change-url') {
    place.address = told.referrerURL;
    void widget.visit(told.referrerURL, told.secondsOnPage ?? 0);
  } else if (!FOR_OTHERS.has(told.event)) {
    const about = aboutWhat(told);
    place.told.delete(about);
    place.told.set(about, told);
    void widget.extras().then(({ obeyMore, extras }) => obeyMore(ui, extras, told));
  }

  function open(isOpen: boolean) {
    state.isOpen.value = isOpen;
    if (!isOpen) state.isBack.value = false;
    const isPreview = state.route.peek() === '/unread-messages' || state.route.peek() === '/campaigns';
    if (!isOpen || !isPreview) return;
    link.tell({ event: 'resetUnreadMode' });
    go(state.messages.order.peek().length > 0 ? '/messages' : '/');
  }
}

/** The same of all that takes the place of what was said before. */
function aboutWhat(told: ToFrame): string {
  const { event, label, customAttribute, customAttributes } = told as Record<string, unknown>;
  return JSON.stringify([event, label, customAttribute, Object.keys(customAttributes ?? {})]);
}
