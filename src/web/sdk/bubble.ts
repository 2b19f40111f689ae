import type { Elements } from './elements.ts';

/** The labels and colour of the buttons. */
export type Bubble = {
  paint(color: string): void;
  label(open: string, close?: string): void;
  /** Marks the bubble; 0 = nothing is unread. */
  count(unread: number): void;
};

export function openBubble({ bubbles, open, close }: Elements, launcherTitle: string): Bubble {
  let label = '';
  let unread = 0;

  function draw(): void {
    open.classList.toggle('unread-notification', unread > 0);
    open.title = launcherTitle || label;
    open.ariaLabel = unread > 0 ? `${open.title} (${unread})` : open.title;
    const text = open.querySelector('span');
    if (text) text.textContent = launcherTitle || label;
  }

  return {
    paint(color) {
      bubbles.style.setProperty('--woot-color', color);
    },
    label(opening, closing) {
      label = opening;
      if (closing) close.title = close.ariaLabel = closing;
      draw();
    },
    count(now) {
      unread = now;
      draw();
    },
  };
}
