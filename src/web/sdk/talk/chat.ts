import type { ToFrame } from '../../kit/protocol.ts';
import { VISITOR, type Widget } from '../widget.ts';
import { announce } from './announce.ts';
import { remember } from './tab-memory.ts';

/** Below this width, the chat fills the screen; from it on, it is a window. */
const PHONE = matchMedia('(max-width: 666.98px)');

/** Shows what there is of the chat, and tells the page and the app in the frame (`tell`) of it. */
export function openChat(widget: Widget, isLoaded: () => boolean, tell: (message: ToFrame) => void) {
  const { holder, open, close } = widget.elements;
  /** What the page was told last. */
  let wasShown = false;

  function draw(): void {
    const { isOpen, isPreview } = widget;
    const isThere = isLoaded();
    const isShown = isOpen && isThere;
    const focused = document.activeElement;
    holder.classList.toggle('woot--hide', !isThere || !(isOpen || isPreview));
    holder.classList.toggle('has-unread-view', isPreview && !isOpen);
    if (!isPreview) holder.style.removeProperty('height');
    open.classList.toggle('woot--hide', isShown);
    close.classList.toggle('woot--hide', !isShown || PHONE.matches);
    open.ariaBusy = String(isOpen && !isThere);
    for (const button of [open, close]) button.ariaExpanded = String(isShown);
    // Like everything else, it is kept only for visitors who have written, or are known.
    remember(widget.openedName, isShown && widget.cookies.get(VISITOR) ? '1' : '');
    if (isShown === wasShown) return;
    wasShown = isShown;
    if (isShown) widget.bubble.count(0);
    tell({ event: 'toggle-open', isOpen: isShown });
    moveFocus(isShown, focused);
    announce(isShown ? 'chatwoot:opened' : 'chatwoot:closed');
  }

  /** Into the chat, and back to the bubble; elsewhere it is left where it is. */
  function moveFocus(isShown: boolean, focused: Element | null): void {
    if (isShown && focused === open) widget.frame?.focus();
    if (!isShown && (focused === close || focused === widget.frame)) open.focus();
  }

  PHONE.addEventListener('change', () => {
    tell({ event: 'toggle-close-button', isMobile: PHONE.matches });
    draw();
  });

  return {
    draw,
    /** The messages to the app when it starts. */
    greeting: (): ToFrame[] => [
      { event: 'toggle-close-button', isMobile: PHONE.matches },
      ...(wasShown ? [{ event: 'toggle-open', isOpen: true } as const] : []),
    ],
  };
}
