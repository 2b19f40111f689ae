import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../errors.ts';
import { loadViews } from '../ui/load-views.ts';
import type { TopView } from '../ui/top.ts';
import { figuresOf } from './figures.ts';
import type { Reading } from './read-metrics.ts';
import { rowsOf, titleOf } from './rows.ts';

/** How often the server is asked, and how far back the figures go: those of one second would jump about. */
const EVERY_MS = 1000;
const READINGS = 6;

/**
 * Shows on the terminal how the server at `url` is, beginning with what `first` told, until somebody quits. A server that does
 * not answer any more is asked again.
 */
export async function watch(url: string, first: Reading, read: () => Promise<Reading>): Promise<void> {
  const { renderTop } = await loadViews();
  const over = new AbortController();
  const screen = renderTop(() => over.abort());
  let readings = [first];
  let view: TopView = { title: `Parley at ${url}`, rows: [], problem: null };
  while (!over.signal.aborted) {
    await sleep(EVERY_MS, null, { signal: over.signal }).catch(() => {});
    if (over.signal.aborted) break;
    try {
      readings = [...readings, await read()].slice(-READINGS);
      const figures = figuresOf(readings[0] ?? first, readings.at(-1) ?? first);
      view = { title: titleOf(figures, url), rows: rowsOf(figures), problem: null };
    } catch (error) {
      view = { ...view, problem: messageOf(error) };
    }
    screen.show(view);
  }
  await screen.end();
}
