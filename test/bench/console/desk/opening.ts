import type { Page } from 'playwright-core';
import { FULL_SPEED, slowDown } from '../../widget/site.ts';
import { ALL, at, openDesk, type Place, ROWS, show } from './place.ts';

const SLOW = { processor: 4, isSlowLine: true } as const;
const OPENED = 40;

export type Opening = { cold: number; warm: number; slow: number; fetched: number; held: number };

/** How long a user waits for the first screen, and for a conversation, the 95th of a hundred for the latter. */
export async function measureOpening(place: Place): Promise<Opening> {
  const { server } = place;
  const first = await openDesk(place);
  const cold = await show(first, server, ALL);
  await first.page.waitForLoadState('networkidle');
  const warm = await show(first, server, ALL);
  const fetched = await openEach(first.page);
  const held = await openEach(first.page);
  await first.context.close();

  const second = await openDesk(place);
  await slowDown({ ...second }, SLOW);
  const slow = await show(second, server, ALL);
  await slowDown({ ...second }, FULL_SPEED);
  await second.context.close();
  return { cold, warm, slow, fetched: at(fetched, 0.95), held: at(held, 0.95) };
}

/** Opens the row at `index` of the list, in the page. Gives milliseconds. */
const OPEN = `async (index) => {
  const { isDrawn, until } = window;
  const scroller = document.querySelector('.list-rows');
  const all = () => [...document.querySelectorAll('${ROWS}')];
  const height = all()[0].closest('li').clientHeight;
  scroller.scrollTop = Math.max(0, (index - 2) * height);
  await isDrawn();
  await isDrawn();
  const row = all().find((one) => one.closest('li').getAttribute('aria-posinset') === String(index + 1));
  const end = '/conversations/' + row.dataset.conversation;
  const from = performance.now();
  row.click();
  await until(() => location.pathname.endsWith(end) && document.querySelector('.conversation [role=log] article'));
  return (await isDrawn()) - from;
}`;

/** Clicks rows, one after the other; the milliseconds until each conversation is on the screen with its messages. */
async function openEach(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < OPENED; index += 1) {
    times.push(await page.evaluate<number>(`(${OPEN})(${index})`));
    await page.waitForLoadState('networkidle');
  }
  return times;
}
