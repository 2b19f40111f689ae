import type { Page } from 'playwright-core';

/** From the visitor's click, in milliseconds. */
export type Opening = {
  /** The first screen is drawn, and its button can be used. */
  home: number;
  /** The field for messages is drawn and has the focus: the visitor goes on as soon as the first screen is there. */
  composer: number;
};

const BUBBLE = '.woot-widget-bubble:not(.woot--close)';
const READ = 'performance.timeOrigin + performance.now()';

/**
 * For both pages. That of the website notes when its bubble is clicked; that of the widget clicks the button of its first
 * screen as soon as the chat is open, and notes when both screens are drawn.
 */
export const WATCH_OPENING = `(() => {
  const now = () => ${READ};
  const drawn = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(now());
    port2.postMessage(0);
  });
  if (location.pathname !== '/widget') {
    window.clickedAt = 0;
    for (const name of ['pointerover', 'pointerdown', 'click']) {
      addEventListener(name, ({ target, timeStamp }) => {
        if (!(target instanceof Element) || !target.closest('${BUBBLE}')) return;
        if (window.isHovering && name !== 'click') return;
        window.clickedAt ||= performance.timeOrigin + timeStamp;
      }, true);
    }
    addEventListener('message', ({ data }) => {
      if (data?.drawn) (window.drawn ??= {})[data.drawn] = data.at;
      if (data?.drawn === 'composer') console.log('composer');
    });
    return;
  }
  let isOpen = false;
  const done = {};
  const note = (name) => {
    if (done[name]) return;
    done[name] = true;
    drawn((at) => parent.postMessage({ drawn: name, at }, '*'));
  };
  const look = () => {
    if (!isOpen) return;
    const start = document.querySelector('.home .primary');
    if (start) {
      note('home');
      start.click();
    }
    if (document.activeElement?.matches?.('.composer textarea')) note('composer');
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  addEventListener('focusin', look);
  addEventListener('message', ({ data }) => {
    if (!String(data).includes('"toggle-open"')) return;
    isOpen = String(data).includes('"isOpen":true');
    if (!isOpen) for (const name in done) delete done[name];
    setTimeout(look);
  });
})();`;

/** Clicks the bubble, after the pointer was on it for so many milliseconds, and waits for the composer. */
export async function openChat(page: Page, hoverMs: number): Promise<Opening> {
  await page.evaluate(`window.clickedAt = 0; window.drawn = {}; window.isHovering = ${hoverMs > 0}`);
  const isThere = page.waitForEvent('console', (message) => message.text() === 'composer');
  const { x, y, width, height } = (await page.locator(BUBBLE).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  if (hoverMs > 0) await new Promise((resolve) => setTimeout(resolve, hoverMs));
  await page.mouse.down();
  await page.mouse.up();
  await isThere;
  const read = `({ clicked: window.clickedAt, home: window.drawn.home ?? window.clickedAt, composer: window.drawn.composer })`;
  const { clicked, home, composer } = (await page.evaluate(read)) as Record<'clicked' | 'home' | 'composer', number>;
  return { home: home - clicked, composer: composer - clicked };
}

/** Closes the chat, and moves the pointer away from the bubble. */
export async function closeChat(page: Page): Promise<void> {
  await page.evaluate('window.$chatwoot.toggle("close")');
  await page.mouse.move(10, 10);
}
