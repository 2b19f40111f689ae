import type { Settings } from './settings.ts';

const SVG = 'http://www.w3.org/2000/svg';
const CHAT = 'M4 3h16a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-7.5L7 22v-4H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z';
const CLOSE = 'M5 6.4 6.4 5l5.6 5.6L17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6z';

/** The widget's elements in the page; sites style them by name. */
export type Elements = {
  holder: HTMLElement;
  bubbles: HTMLElement;
  open: HTMLButtonElement;
  close: HTMLButtonElement;
};

/** Makes the elements, without anything of theirs in the page yet. Nothing is made of text, which some pages forbid. */
export function makeElements({ position, type, widgetStyle, darkMode, hideMessageBubble }: Settings): Elements {
  const side = `woot-elements--${position}`;
  const flat = (name: string) => (widgetStyle === 'flat' ? `${name}--flat` : '');
  const holder = box('cw-widget-holder', 'woot-widget-holder', 'woot--hide', side, flat('woot-widget-holder'));
  const bubbles = box('cw-bubble-holder', 'woot--bubble-holder', side, hideMessageBubble ? 'woot-hidden' : '');
  const expanded = type === 'expanded_bubble' ? 'woot-widget--expanded' : '';
  const { button: open, icon, path } = makeButton(side, flat('woot-widget-bubble'));
  path.setAttribute('d', CLOSE);
  // Both are alike so far, and a copy costs the page less than a second one.
  const close = open.cloneNode(true) as HTMLButtonElement;
  named(close, ['woot--close', 'woot--hide']);
  path.setAttribute('d', CHAT);
  named(open, [expanded]);
  icon.id = 'woot-widget-bubble-icon';
  if (expanded) open.append(Object.assign(document.createElement('span'), { id: 'woot-widget--expanded__text' }));
  holder.classList.add(`woot--${darkMode}`);
  bubbles.append(open, close);
  return { holder, bubbles, open, close };
}

function box(id: string, ...classes: string[]): HTMLElement {
  const element = named(document.createElement('div'), classes);
  element.id = id;
  // Turbo leaves such elements alone.
  element.dataset['turboPermanent'] = '';
  return element;
}

function makeButton(...classes: string[]) {
  const button = named(document.createElement('button'), ['woot-widget-bubble', ...classes]);
  button.setAttribute('aria-controls', 'cw-widget-holder');
  button.setAttribute('aria-expanded', 'false');
  const icon = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  icon.append(path);
  button.append(icon);
  return { button, icon, path };
}

function named<E extends Element>(element: E, classes: string[]): E {
  element.classList.add(...classes.filter(Boolean));
  return element;
}
