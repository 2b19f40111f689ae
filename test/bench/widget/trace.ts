import type { Browser, Page } from 'playwright-core';

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds: when it began, how long it took, and how much of that the thread was running. */
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { beginData?: { url?: string }; data?: { url?: string } };
};

/** What the main thread of a page did, in milliseconds. */
export type MainThread = {
  /** The script of the widget: compiling, running, and what it makes the browser do while it waits. */
  script: number;
  /** The lines in the page that load it, and what the page does when it is there. */
  snippet: number;
  /** All tasks, with style, layout and paint. */
  all: number;
  /** The longest task that has script in it. */
  longestTask: number;
};

const CATEGORIES = ['devtools.timeline', 'v8', 'disabled-by-default-devtools.timeline'];
const SCRIPT = new Set([
  'EvaluateScript',
  'FunctionCall',
  'FireAnimationFrame',
  'RunMicrotasks',
  'TimerFire',
  'EventDispatch',
  'v8.compile',
  'v8.compileModule',
  'v8.evaluateModule',
]);
const TASK = 'RunTask';

/** Traces the browser while `work` runs, and reads what the main thread of the page at `origin` did. */
export async function traceMainThread(browser: Browser, page: Page, origin: string, work: () => Promise<void>) {
  await browser.startTracing(page, { categories: CATEGORIES });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return readTrace(traceEvents, origin);
}

function readTrace(events: TraceEvent[], origin: string): MainThread {
  const parsed = events.find(({ name, args }) => name === 'ParseHTML' && args?.beginData?.url?.startsWith(origin));
  if (!parsed) throw new Error('the trace has no page');
  const isMain = ({ pid, tid, ph }: TraceEvent) => ph === 'X' && pid === parsed.pid && tid === parsed.tid;
  const main = events.filter(isMain).toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const tasks = outermost(main.filter(({ name }) => name === TASK));
  const scripts = outermost(main.filter(({ name }) => SCRIPT.has(name)));
  const isInPage = ({ args }: TraceEvent) => args?.data?.url?.startsWith(origin);
  const hasScript = (task: TraceEvent) => scripts.some(({ ts }) => ts >= task.ts && ts < endOf(task));
  return {
    script: sum(scripts.filter((event) => !isInPage(event))),
    snippet: sum(scripts.filter(isInPage)),
    all: sum(tasks),
    longestTask: Math.max(0, ...tasks.filter(hasScript).map(timeOf)),
  };
}

/** Those that are in none of the others, of events in the order of their beginning. */
function outermost(events: TraceEvent[]): TraceEvent[] {
  let end = 0;
  return events.filter((event) => {
    if (event.ts < end) return false;
    end = endOf(event);
    return true;
  });
}

const endOf = ({ ts, dur = 0 }: TraceEvent) => ts + dur;
/** Without the time in which others had its processor, where the trace says it. */
const timeOf = ({ dur = 0, tdur = dur }: TraceEvent) => tdur / 1000;
const sum = (events: TraceEvent[]) => events.reduce((all, event) => all + timeOf(event), 0);
