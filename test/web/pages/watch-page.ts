import type { Page } from 'playwright-core';

/** What a page was made to do, from its beginning. */
export type Seen = {
  /** Names of properties and methods that make the browser lay the page out at once. */
  forced: string[];
  /** What blocks a page, or its scrolling. */
  blocking: string[];
  timers: number;
};

/** Notes what scripts of the server at `url` do that costs a page time; `before` of a page. */
export const watchScriptsOf = (url: string) => `window.seen = { forced: [], blocking: [], timers: 0 };
(() => {
  const { seen } = window;
  const note = (list, name) => list.push(name);
  const wrap = (holder, name, noted) => {
    const { value, get, set } = Object.getOwnPropertyDescriptor(holder, name) ?? {};
    const call = (original) => function (...given) {
      if (new Error().stack.includes(${JSON.stringify(url)})) noted(...given);
      return original.apply(this, given);
    };
    if (value) holder[name] = call(value);
    else if (get) Object.defineProperty(holder, name, { get: call(get), set, configurable: true });
  };
  const sizes = ['Top', 'Left', 'Width', 'Height'];
  const forcing = [
    [Element.prototype, [...sizes.flatMap((size) => ['client' + size, 'scroll' + size]), 'getBoundingClientRect', 'getClientRects']],
    [HTMLElement.prototype, [...sizes.map((size) => 'offset' + size), 'offsetParent', 'innerText']],
    [window, ['getComputedStyle', 'innerWidth', 'innerHeight', 'scrollX', 'scrollY']],
  ];
  for (const [holder, names] of forcing) for (const name of names) wrap(holder, name, () => note(seen.forced, name));
  for (const name of ['write', 'writeln', 'open']) wrap(Document.prototype, name, () => note(seen.blocking, 'document.' + name));
  wrap(XMLHttpRequest.prototype, 'open', () => note(seen.blocking, 'XMLHttpRequest'));
  wrap(EventTarget.prototype, 'addEventListener', (type, _, options) => {
    const isAboutScrolling = /^(touch|wheel|mousewheel|scroll)/.test(type);
    if (isAboutScrolling && !options?.passive) note(seen.blocking, type);
  });
  for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback']) {
    wrap(window, name, () => (seen.timers += 1));
  }
})();`;

/** Notes all shifts of the layout, also those that a visitor has caused; `before` of a page. */
export const WATCH_SHIFTS = `window.shifts = [];
window.noteShifts = (entries) => {
  for (const { value, sources } of entries) {
    const moved = sources.map(({ node, previousRect: was, currentRect: is }) =>
      [node?.id || node?.className || node?.nodeName, was.y, was.height, 'to', is.y, is.height].join(' '));
    window.shifts.push(value.toFixed(3) + ': ' + moved.join(', '));
  }
};
window.watched = new PerformanceObserver((list) => window.noteShifts(list.getEntries()));
window.watched.observe({ type: 'layout-shift', buffered: true });`;

export const seenBy = (page: Page): Promise<Seen> => page.evaluate('window.seen');

/** The shifts until now, when the page is drawn: how much, and what has moved. */
export const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
    window.noteShifts(window.watched.takeRecords());
    resolve(window.shifts);
  }))))`);

/** Why the browser does not keep the page for a visitor who goes back, as far as the page itself is the reason. */
export async function reasonsToForget(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  const left = page.url();
  const told = new Promise<string[]>((resolve) => {
    session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations: found }) =>
      resolve(found.filter(({ type }) => type !== 'Circumstantial').map(({ reason }) => reason)),
    );
  });
  await page.goto(new URL('/next', left).href);
  // Not at once: going back ends the page in which this runs.
  await page.evaluate(() => void setTimeout(() => history.back()));
  await page.waitForURL(left);
  return told;
}
