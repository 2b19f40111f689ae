import { startBrowser } from '../../../support/web/browser.ts';
import { ALL, openDesk, type Place, show } from './place.ts';

const SCROLLED_MS = 10_000;
const STEP_PX = 120;

export type Scrolling = { longest: number; late: number; most: number; reached: number };

/** Frames of more than this are seen. */
const LATE_MS = 50;

/** In the page. */
const SCROLL = `async () => {
  const scroller = document.querySelector('.list-rows');
  const found = { longest: 0, late: 0, most: 0, reached: 0 };
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const begun = performance.now();
  let before = await frame();
  while (performance.now() - begun < ${SCROLLED_MS}) {
    scroller.scrollTop += ${STEP_PX};
    const now = await frame();
    const took = now - before;
    before = now;
    found.longest = Math.max(found.longest, took);
    if (took > ${LATE_MS}) found.late += 1;
    const rows = [...document.querySelectorAll('.list-rows li')];
    found.most = Math.max(found.most, rows.length);
    found.reached = Math.max(found.reached, ...rows.map((row) => Number(row.getAttribute('aria-posinset'))));
  }
  return found;
}`;

/** Scrolls the list as a wheel does: its longest frame, how many are late, and the most rows that are in the page. */
export async function measureScrolling(place: Place): Promise<Scrolling> {
  const browser = await startBrowser();
  try {
    const desk = await openDesk({ ...place, browser });
    await show(desk, place.server, ALL);
    await desk.page.waitForLoadState('networkidle');
    return await desk.page.evaluate<Scrolling>(`(${SCROLL})()`);
  } finally {
    await browser.close();
  }
}
