import { postTo } from '../../support/seed.ts';
import { ALL, openDesk, type Place, show } from './place.ts';

const EVENTS = 10_000;
const TOGETHER = 16;
/** Conversations that the events are of. */
const CONVERSATIONS = 500;
const IDLE_MS = 60_000;

export type Standing = { requests: number; heapBefore: number; heapAfter: number };

/** What a console asks for in an idle minute, and the heap of the page in MB before and after a day's events. */
export async function measureStanding(place: Place): Promise<Standing> {
  const desk = await openDesk(place);
  const { page, session, context } = desk;
  await show(desk, place.server, ALL);
  await page.waitForLoadState('networkidle');
  await session.send('HeapProfiler.enable');
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize / 1_000_000;
  };
  const heapBefore = await heap();
  let requests = 0;
  page.on('request', () => (requests += 1));
  await page.waitForTimeout(IDLE_MS);
  const asked = requests;

  let left = EVENTS;
  const work = async () => {
    for (; left > 0;) {
      left -= 1;
      const body = { content: `Event ${left}: any news of my order?`, message_type: 'incoming' };
      await postTo(place.server.url, place.token, `/conversations/${1 + (left % CONVERSATIONS)}/messages`, body);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
  await page.waitForLoadState('networkidle');
  const heapAfter = await heap();
  await context.close();
  return { requests: asked, heapBefore, heapAfter };
}
