import { kilobytes, printHead, printRow } from '../support/tables.ts';
import { asked, type Figure, figure } from './figure.ts';
import { openChat, closeChat, WATCH_OPENING } from './opening.ts';
import { watchRequests } from './requests.ts';
import { FULL_SPEED, goTo, type Speed, startVisit } from './site.ts';
import { type MainThread, traceMainThread } from './trace.ts';
import type { Place } from './widget.ts';

const SLOW: Speed = { processor: 4, isSlowLine: false };
const LONGEST_TASK_MS = 50;
const SCRIPT_MS = 15;
const FIRST_BYTES = 6000;

type ThreadRow = { what: string; most: number | null; read: (thread: MainThread) => number };

const THREAD_ROWS: ThreadRow[] = [
  { what: 'script of the widget', most: SCRIPT_MS, read: ({ script }) => script },
  { what: 'longest task with script', most: LONGEST_TASK_MS, read: ({ longestTask }) => longestTask },
  { what: 'script in the page', most: null, read: ({ snippet }) => snippet },
  { what: 'main thread in all, with style and paint', most: null, read: ({ all }) => all },
];

/** A loop whose time tells how fast the machine is at the moment. */
const LOOP = `(() => {
  const begun = performance.now();
  let sum = 0;
  for (let i = 0; i < 20_000_000; i += 1) sum += i % 7;
  return performance.now() - begun + sum * 0;
})()`;
const WATCH_SHIFTS = `window.shift = 0; window.longTasks = [];
new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shift += value; })
  .observe({ type: 'layout-shift', buffered: true });
new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.longTasks.push(duration); })
  .observe({ type: 'longtask', buffered: true });`;

/**
 * A slower processor is one that is stopped again and again, now during the script and now not: a short script varies much,
 * and its median needs more rounds.
 */
const TRACES_PER_ROUND = 4;

/** What the script costs the page of a website before anybody wants the chat. */
export async function benchLoading(place: Place, rounds: number): Promise<void> {
  const withWidget = await traced(place, '/', TRACES_PER_ROUND * rounds);
  const plain = await traced(place, '/plain', rounds);
  const seen = await watched(place, rounds);
  const loops = await measureLoop(place, rounds);

  const without = 'the same page without the widget';
  printHead(['a page, its processor 4 times slower', 'asked', 'median', 'worst', without]);
  for (const { what, most, read } of THREAD_ROWS) {
    const { median, worst } = figure(withWidget.map(read));
    printRow([what, asked(most, 'ms'), median, worst, figure(plain.map(read)).median]);
  }
  const print = (what: string, most: number | null, { median, worst }: Figure) =>
    printRow([what, asked(most), median, worst, '']);
  print('a fixed loop, for comparison', null, figure(loops));
  const longTasks = seen.map(({ longTasks }) => longTasks);
  print('tasks over 50 ms that the page hears of, with opening and closing', 0, figure(longTasks, 'count'));
  const shifts = seen.map(({ shift }) => shift);
  print('layout shift, with opening and closing', 0, figure(shifts, 'shift'));

  printHead(['before anybody wants the chat', 'asked', 'requests', 'bytes, headers too']);
  for (const encoding of ['br', 'gzip'] as const) {
    const found = await firstRequests(place, encoding);
    printRow([
      encoding,
      `2, ${kilobytes(FIRST_BYTES)}`,
      String(found.length),
      String(found.reduce((sum, { bytes }) => sum + bytes, 0)),
    ]);
  }
}

async function traced({ browser, site }: Place, path: string, rounds: number) {
  const found = [];
  for (let round = 0; round < rounds; round += 1) {
    const visit = await startVisit(browser, SLOW);
    found.push(
      await traceMainThread(browser, visit.page, site.at(), async () => {
        await goTo(visit, `${site.at()}${path}`);
        await visit.page.waitForLoadState('networkidle');
      }),
    );
    await visit.context.close();
  }
  return found;
}

/** What the page itself is told of, from its beginning until the chat was opened and closed. */
async function watched({ browser, site }: Place, rounds: number) {
  const found = [];
  for (let round = 0; round < rounds; round += 1) {
    const visit = await startVisit(browser, FULL_SPEED, WATCH_SHIFTS + WATCH_OPENING);
    const { page } = visit;
    await goTo(visit, `${site.at()}/`);
    await openChat(page, 0);
    await closeChat(page);
    await page.waitForLoadState('networkidle');
    const read = '({ shift: window.shift, longTasks: window.longTasks.length })';
    found.push((await page.evaluate(read)) as { shift: number; longTasks: number });
    await visit.context.close();
  }
  return found;
}

async function measureLoop({ browser, site }: Place, rounds: number): Promise<number[]> {
  const visit = await startVisit(browser, SLOW);
  await goTo(visit, `${site.at()}/plain`);
  const found: number[] = [];
  for (let round = 0; round < rounds; round += 1) found.push((await visit.page.evaluate(LOOP)) as number);
  await visit.context.close();
  return found;
}

async function firstRequests({ browser, site, server }: Place, encoding: 'br' | 'gzip') {
  const visit = await startVisit(browser, FULL_SPEED);
  await visit.context.setExtraHTTPHeaders({ 'accept-encoding': encoding });
  const watching = watchRequests(visit.session);
  await goTo(visit, `${site.at()}/`);
  await visit.page.waitForLoadState('networkidle');
  const found = watching.stop().filter(({ url }) => url.startsWith(server));
  await visit.context.close();
  return found;
}
