import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import type { Counts } from '../counts/counts.ts';
import { SECOND } from '../time.ts';

/** How long the server must have been idle. */
const IDLE_MS = 3 * SECOND;
/** The greatest share of that time in which the process may be busy. */
const BUSY_SHARE = 0.1;
/** After this many answers, V8 has begun to optimize the functions of requests. */
const MANY_ANSWERS = 1000;
/** The age at which V8 throws away what it has compiled of a function, unless it is told otherwise. */
const USUAL_OLD_AGE = 6;

/**
 * Gives the memory that only the start has needed back to the system, as soon as the server is idle: objects, and what V8 has compiled
 * of functions that only the start calls. V8 would do so by itself, but minutes later or not at all. A server that has answered
 * many requests before it is idle is left to V8, because what has been optimized would be thrown away, too. Only the executable
 * has `gc` (bin/build.ts).
 */
export function freeAfterStart(counts: Counts): void {
  const collect = globalThis.gc;
  if (!collect) return;
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (answered(counts) >= MANY_ANSWERS) return clearInterval(timer);
    if (utilization > BUSY_SHARE) return;
    clearInterval(timer);
    void freeWith(collect);
  }, IDLE_MS);
  timer.unref();
}

function answered({ requests }: Counts): number {
  return requests.flatMap(({ statuses }) => [...statuses.values()]).reduce((all, count) => all + count, 0);
}

/** In V8's words, a function is old when it has not been called between so many collections, and is compiled anew when it is. */
const setOldAge = (collections: number) => setFlagsFromString(`--bytecode-old-age=${collections}`);

async function freeWith(collect: NodeJS.GCFunction): Promise<void> {
  setOldAge(1);
  try {
    await collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
  } finally {
    setOldAge(USUAL_OLD_AGE);
  }
}
