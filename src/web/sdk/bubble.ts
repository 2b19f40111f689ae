import type { Elements } from './elements.ts';

/** Colours from this brightness on (0 to 255) are written on in black. */
const BRIGHT = 153;

/** What the buttons say, and in which colour. */
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
      const { style } = bubbles;
      style.setProperty('--woot-color', color);
      style.setProperty('--woot-text', brightnessOf(color) > BRIGHT ? '#000' : '#fff');
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

/** Of `#rgb` or `#rrggbb`, both with or without transparency, as eyes see it. */
function brightnessOf(color: string): number {
  const digits = color.slice(1, 7).replace(/^(.)(.)(.).?$/, '$1$1$2$2$3$3');
  const value = Number(`0x${digits}`);
  return 0.299 * (value >> 16) + 0.587 * ((value >> 8) & 255) + 0.114 * (value & 255);
}
