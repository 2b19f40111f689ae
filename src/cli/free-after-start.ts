import { performance } from 'node:perf_hooks';
import { SECOND } from '../time.ts';

/** How long the server must have been idle. */
const IDLE_MS = 3 * SECOND;
/** The share of that time in which it may have been busy. */
const BUSY_SHARE = 0.1;

/**
 * Gives the memory that only the start has needed back to the system, as soon as the server is idle. V8 would do so by itself, but half a
 * minute later or not at all. Only the executable has `gc` (bin/build.ts).
 */
export function freeAfterStart(): void {
  const collect = globalThis.gc;
  if (!collect) return;
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > BUSY_SHARE) return;
    clearInterval(timer);
    void collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
  }, IDLE_MS);
  timer.unref();
}
